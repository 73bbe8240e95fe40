// Where the names of the lines of a chart stand: at the right edge, beside their own lines, on no line and on no other name.
// The mean width of a bold letter, generously; how far letters reach above and below their baseline; the distance to a line.
const LETTER = 8.2;
const [RISE, FALL] = [11, 4];
const CLEARANCE = 8;
const NAME_STEP = RISE + FALL + 2;

// The stretches of a line between two places across, each as its two heights.
function stretches(spots, from, to) {
  const height = ([x1, y1], [x2, y2], x) => (x2 > x1 ? y1 + ((y2 - y1) * (x - x1)) / (x2 - x1) : y2);
  return spots.slice(1).flatMap((end, index) => {
    const begin = spots[index];
    if (end[0] < from || begin[0] > to) return [];
    return [[height(begin, end, Math.max(from, begin[0])), height(begin, end, Math.min(to, end[0]))]];
  });
}

// `lines` are {spots, words, ...}; returned are those that end inside the chart, each with the height `y` of its name.
export function endLabels(lines, { right, top, bottom }) {
  const placed = [];
  const inside = lines.filter(({ spots }) => spots.some(([, y]) => y >= top - 1 && y <= bottom + 1));
  const end = ({ spots }) => spots.findLast(([, y]) => y >= top - 1 && y <= bottom + 1)[1];
  for (const line of inside.sort((a, b) => end(a) - end(b))) {
    const left = right - line.words.length * LETTER;
    const own = stretches(line.spots, left, right).flat().filter((y) => y >= top - 1 && y <= bottom + 1);
    const heights = own.length ? own : [end(line)];
    const [above, below] = [Math.min(...heights) - CLEARANCE, Math.max(...heights) + RISE + CLEARANCE];
    const choices = [0, 1, 2].flatMap((far) => [above - far * NAME_STEP, below + far * NAME_STEP]);
    const clamped = choices.map((y) => Math.max(top - 16, Math.min(bottom - FALL - 2, y)));
    const passing = lines.map(({ spots }) => stretches(spots, left, right));
    const cost = (y) => {
      const crossed = passing.filter((pairs) => pairs.some(([one, other]) => Math.max(one, other) > y - RISE && Math.min(one, other) < y + FALL));
      const covered = placed.filter((other) => Math.abs(other.y - y) < NAME_STEP);
      return 10 * covered.length + crossed.length;
    };
    const costs = clamped.map(cost);
    placed.push({ ...line, y: clamped[costs.indexOf(Math.min(...costs))] });
  }
  return placed;
}
