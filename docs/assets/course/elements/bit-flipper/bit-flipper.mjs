// A number as bits: flip them and read the value, the gap to the next number, and what a given number becomes.
import { readState, writeState } from "../../address.mjs";
import { frame, make, put, renew } from "../../dom.mjs";
import { CourseElement } from "../../element.mjs";
import { ratio } from "../../formulas.mjs";
import { decimalMark, number, quantity } from "../../language.mjs";
import { readNumber } from "../../numbers.mjs";
import { labelPart, linePart, Pen } from "../../pen.mjs";
import { codeAt, codeOf, firstPlace, gapAt, halfOf, largestOf, lastPlace, nearestTo, partsOf, placeOf, valueOf } from "./shapes.mjs";

const AROUND = 8; // neighbours on the ruler, on each side
const MINUS = "\u2212";
const placed = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name]);
const whole = (value) => number(value, null);
const written = (value) => number(value, 10);

export class BitFlipper extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    this.words = this.spec.words;
    this.select = this.querySelector("select");
    this.field = this.querySelector(".flip-field");
    this.error = this.querySelector(".control-error");
    this.bits = this.querySelector(".flip-bits");
    this.ruler = this.querySelector(".flip-ruler");
    this.room = this.watchWidth(this.ruler, () => this.show());
    this.status = this.querySelector(".widget-status");
    this.sentences = [...this.querySelectorAll(".widget-say")];
    this.select.addEventListener("change", () => this.store());
    this.field.addEventListener("change", () => this.readField());
    this.field.addEventListener("keydown", (event) => event.key === "Enter" && this.readField());
    this.bits.addEventListener("click", (event) => this.flip(event.target.closest("button")));
    this.bits.addEventListener("keydown", (event) => this.key(event));
    for (const button of this.querySelectorAll("[data-move]")) button.addEventListener("click", () => this.press(button));
    this.restore();
    this.show();
  }

  get shape() {
    return this.spec.formats[this.select.value];
  }

  restore() {
    const state = readState(this.spec.id);
    const format = state.get("format");
    this.select.value = this.spec.formats[format] ? format : this.spec.format;
    const given = state.get("number");
    this.number = Number.isFinite(given) ? given : this.spec.number;
    this.field.value = whole(this.number);
    const code = state.get("code");
    this.code = Number.isInteger(code) && code >= 0 && code < 2 ** this.shape.bits ? code : codeOf(this.shape, this.number);
  }

  store() {
    this.code = codeOf(this.shape, this.number);
    this.changed();
  }

  readField() {
    const read = readNumber(this.field.value, decimalMark());
    const fits = read.value !== undefined && Number.isFinite(read.value);
    this.error.textContent = fits ? "" : read.ambiguous ? this.unclear(read.ambiguous) : this.words.unread;
    this.field.setAttribute("aria-invalid", !fits);
    if (!fits) return;
    this.number = read.value;
    this.field.value = whole(read.value);
    this.store();
  }

  unclear(readings) {
    return placed(this.words.unclear, { first: whole(readings[0]), second: whole(readings[1]) });
  }

  flip(button) {
    if (!button) return;
    this.focused = Number(button.dataset.place);
    this.code += (this.bit(this.focused) ? -1 : 1) * 2 ** this.focused;
    this.changed();
  }

  // What the button shows may be a frame old.
  bit(place) {
    return Math.floor(this.code / 2 ** place) % 2;
  }

  // The bits are one stop of the tab key; arrows move between them, 0 and 1 set them.
  key(event) {
    const button = event.target.closest("button");
    if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = Number(button.dataset.place);
    const last = this.shape.bits - 1;
    const target = { ArrowLeft: here + 1, ArrowRight: here - 1, Home: last, End: 0 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      this.focused = Math.min(last, Math.max(0, target));
      this.rove();
      this.buttons.get(this.focused).focus();
    } else if ((event.key === "0" || event.key === "1") && String(this.bit(here)) !== event.key) this.flip(button);
  }

  rove() {
    for (const [place, button] of this.buttons) put(button, { tabindex: place === this.focused ? 0 : -1 });
  }

  press(button) {
    if (button.getAttribute("aria-disabled") === "true") return;
    if (button.dataset.move === "store") return this.store();
    const step = button.dataset.move === "up" ? 1 : -1;
    const place = placeOf(this.shape, this.code) + step;
    this.code = codeAt(this.shape, Math.min(lastPlace(this.shape), Math.max(firstPlace(this.shape), place)));
    this.changed();
  }

  changed() {
    this.schedule(() => this.show());
    const state = new Map();
    if (Number(this.select.value) !== this.spec.format) state.set("format", Number(this.select.value));
    if (this.number !== this.spec.number) state.set("number", this.number);
    if (this.code !== codeOf(this.shape, this.number)) state.set("code", this.code);
    writeState(this.spec.id, state);
  }

  show() {
    const { shape } = this;
    this.value = valueOf(shape, this.code);
    renew(this.querySelector(".flip-format"), shape.label);
    this.showBits();
    this.showEquation();
    const said = [this.ofBits(), this.ofNumber()];
    this.sentences.forEach((sentence, index) => renew(sentence, said[index]));
    if (this.hasAttribute("data-live")) this.announce(this.status, said.join(" "));
    const place = placeOf(shape, this.code);
    for (const [move, idle] of [["up", place >= lastPlace(shape)], ["down", place <= firstPlace(shape)]]) {
      put(this.querySelector(`[data-move=${move}]`), { "aria-disabled": idle });
    }
    if (this.tabled !== this.number) this.showTable();
    this.drawRuler();
  }

  // Builds the buttons once for each format and afterwards changes only what was flipped.
  showBits() {
    const { shape, words } = this;
    if (this.built !== shape) {
      this.built = shape;
      this.buttons = new Map();
      this.focused = Math.min(this.focused ?? Infinity, shape.bits - 1);
      const low = shape.exponent ? shape.fraction : shape.bits - 1;
      const groups = [["sign", words.sign, 1], ["exponent", words.exponent, shape.exponent], ["fraction", shape.exponent ? words.fraction : words.whole, low]];
      let place = shape.bits;
      const nodes = groups.filter(([, , count]) => count).map(([part, heading, count]) => {
        const row = make("span", { class: "flip-row" });
        for (let index = 0; index < count; index += 1) {
          place -= 1;
          const button = make("button", { type: "button", class: "flip-bit", "data-place": place, "aria-label": this.worth(part, place, low) });
          this.buttons.set(place, button);
          row.append(button);
        }
        return make("div", { class: "flip-part", "data-part": part }, make("span", { class: "flip-name" }, heading), row);
      });
      this.bits.replaceChildren(...nodes);
    }
    for (const [place, button] of this.buttons) {
      const bit = String(this.bit(place));
      if (button.dataset.bit === bit) continue;
      button.dataset.bit = bit;
      renew(button, bit);
      put(button, { "aria-pressed": bit === "1" });
    }
    this.rove();
  }

  worth(part, place, low) {
    const { shape, words } = this;
    if (part === "sign") return shape.exponent ? words.worth_sign : placed(words.worth_sign_whole, { worth: whole(halfOf(shape)) });
    if (part === "exponent") return placed(words.worth_exponent, { worth: whole(2 ** (place - low)) });
    if (shape.exponent) return placed(words.worth_fraction, { worth: whole(2 ** (low - place)) });
    return placed(words.worth_whole, { worth: whole(2 ** place) });
  }

  showEquation() {
    const { shape } = this;
    const { sign, exponent, fraction } = partsOf(shape, this.code);
    const piece = (part, ...content) => make("span", { "data-part": part }, ...content);
    const pieces = [];
    if (!Number.isFinite(this.value)) pieces.push(piece("", Number.isNaN(this.value) ? "NaN" : written(this.value)));
    else if (!shape.exponent) pieces.push(piece("sign", whole(0 - sign * halfOf(shape))), piece("", " + "), piece("fraction", whole(fraction)));
    else {
      const bias = 2 ** (shape.exponent - 1) - 1;
      const raised = make("sup", {}, `${Math.max(exponent, 1)}${MINUS}${bias}`);
      pieces.push(piece("sign", sign ? MINUS : "+"), piece("exponent", "2", raised), piece("", " × "));
      pieces.push(piece("fraction", `(${exponent ? 1 : 0} + ${whole(fraction)} ÷ ${whole(2 ** shape.fraction)})`));
    }
    renew(this.querySelector(".flip-equation"), ...pieces);
  }

  ofBits() {
    const { shape, value, words } = this;
    if (Number.isNaN(value)) return words.say_nan;
    if (!Number.isFinite(value)) return placed(words.say_infinity, { value: written(value) });
    const gap = gapAt(shape, value);
    const size = Math.abs(value);
    const places = { value: written(value), gap: written(gap), next: written(value < 0 || Object.is(value, -0) ? -(size + gap) : size + gap) };
    const said = [words.say_value, size >= largestOf(shape) ? words.say_last : words.say_next];
    if (shape.exponent && value && !partsOf(shape, this.code).exponent) said.push(words.say_subnormal);
    return placed(said.join(" "), places);
  }

  ofNumber() {
    const { shape, words } = this;
    const stored = nearestTo(shape, this.number);
    const places = { format: shape.label, number: whole(this.number), stored: written(stored) };
    if (stored === this.number) return placed(words.say_exact, places);
    if (!stored) return placed(words.say_zero, places);
    if (!Number.isFinite(stored)) return placed(words.say_infinite, places);
    if (Math.abs(this.number) > largestOf(shape)) return placed(words.say_clipped, places);
    places.error = quantity(ratio({ value: Math.abs(stored - this.number), reference: Math.abs(this.number) }), "%", 2);
    return placed(words.say_near, places);
  }

  showTable() {
    this.tabled = this.number;
    const table = this.querySelector(".flip-table");
    table.caption.textContent = placed(this.words.table, { number: whole(this.number) });
    this.spec.formats.forEach((shape, index) => {
      const stored = nearestTo(shape, this.number);
      const [, , storedCell, gapCell] = table.tBodies[0].rows[index].cells;
      storedCell.textContent = written(stored);
      gapCell.textContent = Number.isFinite(stored) ? number(gapAt(shape, stored)) : "–";
    });
  }

  // The numbers around this one, to scale: where the marks stand closer, the format is finer.
  drawRuler() {
    const width = Math.max(240, this.room.width);
    if (this.drawn !== width) {
      this.drawn = width;
      const svg = frame(width, 92);
      svg.setAttribute("aria-label", this.words.ruler);
      this.pen = new Pen(svg);
      this.ruler.replaceChildren(svg);
    }
    this.pen.redraw([labelPart("name", 0, 13, this.words.ruler, "plot-name"), ...(Number.isFinite(this.value) ? this.rulerParts(width) : [])]);
  }

  rulerParts(width) {
    const { shape, value } = this;
    const here = placeOf(shape, this.code);
    const from = Math.max(firstPlace(shape), here - AROUND);
    const to = Math.min(lastPlace(shape), here + AROUND);
    const values = Array.from({ length: to - from + 1 }, (_, index) => valueOf(shape, codeAt(shape, from + index)));
    const [low, high] = [values[0], values.at(-1)];
    const across = (one) => 6 + ((one - low) / (high - low)) * (width - 12);
    const at = across(value);
    const text = written(value);
    const half = 4.6 * text.length;
    const aim = this.number >= low && this.number <= high && this.number !== value ? [across(this.number)] : [];
    return [
      linePart("axis", across(low), 58, across(high), 58, "plot-axis"),
      ["marks", "path", { class: "flip-marks", d: values.map((one) => `M${across(one).toFixed(1)} 46V58`).join("") }],
      labelPart("low", 0, 84, written(low), "plot-tick"),
      labelPart("high", width, 84, written(high), "plot-tick", "end"),
      ["here", "path", { class: "flip-here", d: `M${at.toFixed(1)} 34V58` }],
      labelPart("value", Math.min(width - half, Math.max(half, at)), 30, text, "plot-label", "middle"),
      ...aim.map((x) => ["target", "path", { class: "flip-target", d: `M${x.toFixed(1)} 59l5 9h-10z` }]),
    ];
  }
}
if (!customElements.get("bit-flipper")) customElements.define("bit-flipper", BitFlipper);
