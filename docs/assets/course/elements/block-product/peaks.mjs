// The dense peaks of some chips in one format, each beside the same chip's first format.
import { make } from "../../dom.mjs";
import { ratio } from "../../formulas.mjs";
import { quantity, timesText } from "../../language.mjs";

const share = (peak, highest) => `${(100 * (peak ?? 0)) / highest}%`;
const named = (format) => format.toUpperCase();

export class PeaksPart {
  names = ["format"];

  constructor(owner, root) {
    this.owner = owner;
    this.list = root.querySelector(".blockp-bars");
    this.sentence = root.querySelector('[data-say="peaks"]');
    this.home = owner.chosen("format");
    this.bars = owner.spec.peaks.chips.map(({ name }) => {
      const [value, note, bar] = [make("span", { class: "quantity blockp-peak" }), make("span", { class: "blockp-note" }), make("span", { class: "blockp-bar" })];
      const mark = make("span", { class: "blockp-mark" });
      const track = make("span", { class: "blockp-track", "aria-hidden": "true" }, bar, mark);
      this.list.append(make("li", {}, make("span", { class: "blockp-chip" }, name), " ", value, " ", note, track));
      return { value, note, bar, mark };
    });
    this.list.hidden = false;
    this.legend = root.querySelector(".blockp-legend");
    this.legend.hidden = false;
  }

  restore(state) {
    this.owner.choose("format", state.get("format"));
  }

  state() {
    const format = this.owner.chosen("format");
    return format === this.home ? [] : [["format", format]];
  }

  show() {
    const { spec, words, fill } = this.owner;
    const { chips, formats } = spec.peaks;
    const chosen = this.owner.chosen("format");
    const unit = formats[chosen].startsWith("int") ? "TOP/s" : "TFLOP/s";
    const base = named(formats[0]);
    const highest = Math.max(...chips.flatMap(({ peaks }) => [peaks[0], peaks[chosen]]));
    const counts = { faster: 0, same: 0, slower: 0, none: 0 };
    chips.forEach(({ peaks, unverified }, index) => {
      const { value, note, bar, mark } = this.bars[index];
      const peak = peaks[chosen];
      const times = peak && peaks[0] ? ratio({ value: peak, reference: peaks[0] }) : 0;
      counts[!peak ? "none" : times > 1 ? "faster" : times < 1 ? "slower" : "same"] += 1;
      value.textContent = peak ? quantity(peak, unit, 4) : words.none;
      note.textContent = !peak || !chosen ? "" : times === 1 ? fill(words.same, { base }) : fill(words.against, { times: timesText(times), base });
      if (unverified.includes(formats[chosen])) note.append(make("span", { class: "blockp-unverified" }, ` ${words.unverified}`));
      bar.style.setProperty("width", share(peak, highest));
      mark.style.setProperty("left", share(peaks[0], highest));
    });
    const places = { ...counts, format: named(formats[chosen]), base, chips: chips.length, listed: chips.length - counts.none };
    this.list.toggleAttribute("data-base", !chosen);
    this.legend.style.setProperty("visibility", chosen ? "visible" : "hidden"); // its place stays
    this.owner.tell(this.sentence, fill(chosen ? words.say_peaks : words.say_base, places));
  }
}
