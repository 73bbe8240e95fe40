// A table of results covered by whole blocks: what is useful and what is padding.
import { draw, frame, renew } from "../../dom.mjs";
import { difference, padded_utilization, product, ratio } from "../../formulas.mjs";
import { number, quantity } from "../../language.mjs";
import { label } from "../../pen.mjs";

const WIDE = 560; // the widest picture
const INSET = 3;

export class PaddingPart {
  names = ["rows", "columns", "block"];

  constructor(owner, root) {
    this.owner = owner;
    this.sheet = root.querySelector(".blockp-sheet");
    this.sentence = root.querySelector('[data-say="padding"]');
    this.home = owner.chosen("block");
    root.querySelector('[data-reset="padding"]').addEventListener("click", () => {
      for (const name of ["rows", "columns"]) owner.sliders[name].set(owner.spec.padding[name]);
      owner.choose("block", this.home);
      owner.moved("rows", true);
    });
    this.room = owner.watchWidth(this.sheet, () => this.show());
  }

  restore(state) {
    for (const name of ["rows", "columns"]) this.owner.slide(name, state.get(name));
    this.owner.choose("block", state.get("block"));
  }

  state() {
    const { sliders, spec } = this.owner;
    const own = ["rows", "columns"].map((name) => [name, sliders[name].value]).filter(([name, value]) => value !== spec.padding[name]);
    const block = this.owner.chosen("block");
    return block === this.home ? own : [...own, ["block", block]];
  }

  show() {
    const { sliders, spec, words, fill } = this.owner;
    const width = Math.min(WIDE, Math.max(240, this.room.width));
    const [rows, columns] = [sliders.rows.value, sliders.columns.value];
    const block = spec.padding.blocks[this.owner.chosen("block")];
    const [tall, broad] = [rows, columns].map((size) => ({ size, useful: padded_utilization({ size, multiple: block }) }));
    for (const side of [tall, broad]) {
      side.padded = Math.round(ratio({ value: side.size, reference: side.useful }));
      side.blocks = Math.round(ratio({ value: side.padded, reference: block }));
    }
    const useful = product({ value: tall.useful, factor: broad.useful });
    const texts = {
      rows: tall.size, columns: broad.size, padded_rows: tall.padded, padded_columns: broad.padded, down: tall.blocks, across: broad.blocks,
      block, blocks: product({ value: tall.blocks, factor: broad.blocks }),
    };
    const places = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, number(value, null)]));
    places.share = quantity(useful, "%");
    places.waste = quantity(difference({ value: 1, reference: useful }), "%");
    const said = fill(useful === 1 ? words.say_padding_none : words.say_padding, places);
    this.owner.tell(this.sentence, said);
    this.picture(width, tall, broad, block, said);
  }

  // One pixel stands for the same number of results at every setting, so that sizes can be compared.
  picture(width, tall, broad, block, claim) {
    const { padding } = this.owner.spec;
    const largest = Math.ceil(padding.most / Math.max(...padding.blocks)) * Math.max(...padding.blocks);
    const scale = (width - 2 * INSET) / largest;
    const at = (value) => Math.round(10 * (INSET + value * scale)) / 10;
    const svg = frame(width, width);
    svg.setAttribute("aria-label", claim);
    svg.append(draw("rect", { class: "blockp-frame", x: at(0), y: at(0), width: largest * scale, height: largest * scale }));
    svg.append(draw("rect", { class: "blockp-waste", x: at(0), y: at(0), width: broad.padded * scale, height: tall.padded * scale }));
    const stripes = [];
    const gap = 9;
    const [right, low] = [at(broad.padded), at(tall.padded)];
    for (let sum = 2 * INSET + gap; sum < right + low; sum += gap) {
      const [x1, x2] = [Math.max(INSET, sum - low), Math.min(right, sum - INSET)];
      stripes.push(`M${x1} ${sum - x1}L${x2} ${sum - x2}`);
    }
    svg.append(draw("path", { class: "blockp-stripes", d: stripes.join("") }));
    svg.append(draw("rect", { class: "blockp-useful", x: at(0), y: at(0), width: broad.size * scale, height: tall.size * scale }));
    const edges = [];
    for (let row = 0; row <= tall.blocks; row += 1) edges.push(`M${at(0)} ${at(row * block)}H${right}`);
    for (let column = 0; column <= broad.blocks; column += 1) edges.push(`M${at(column * block)} ${at(0)}V${low}`);
    svg.append(draw("path", { class: "blockp-edges", d: edges.join("") }));
    this.label(svg, this.owner.words.sheet_useful, at(broad.size), at(tall.size));
    renew(this.sheet, svg);
  }

  label(svg, text, right, low) {
    if (right > 10 * text.length && low > 30) svg.append(label(right - 8, low - 10, text, "plot-label blockp-label", "end"));
  }
}
