// A sum shared by workers: the tree of its additions, and what a whole job gains when a part of it stays serial.
import { readState, writeState } from "../../address.mjs";
import { SliderControl } from "../../control.mjs";
import { renew } from "../../dom.mjs";
import { CourseElement } from "../../element.mjs";
import { amdahl_speedup, gustafson_speedup, ratio, tree_rounds, tree_sum_steps } from "../../formulas.mjs";
import { number, quantity } from "../../language.mjs";
import { CurvePicture, TreePicture } from "./drawing.mjs";

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name]);
const count = (value) => number(value, null);

export class SumTree extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    this.sliders = {};
    for (const [name, settings] of Object.entries(this.spec.sliders)) {
      this.sliders[name] = new SliderControl(this.querySelector(`[data-control="${name}"]`), settings, (final) => this.moved(final));
    }
    const [tree, curve] = [this.querySelector(".sumtree-tree"), this.querySelector(".sumtree-curve")];
    this.tree = new TreePicture(tree);
    this.curve = new CurvePicture(curve, this.spec.sliders.workers.max);
    this.rooms = [tree, curve].map((root) => this.watchWidth(root, () => this.update()));
    this.status = this.querySelector(".widget-status");
    this.sentences = [...this.querySelectorAll(".widget-say")];
    const state = readState(this.spec.id);
    for (const [name, { spec }] of Object.entries(this.sliders)) {
      const value = state.get(name);
      if (value >= spec.min && value <= spec.max && (name === "serial" || Number.isInteger(value))) this.sliders[name].set(value);
    }
    this.querySelector(".widget-reset").addEventListener("click", () => {
      for (const slider of Object.values(this.sliders)) slider.set(slider.spec.start);
      this.moved(true);
    });
    this.update();
  }

  moved(final) {
    this.schedule(() => this.update());
    if (!final) return;
    const state = new Map();
    for (const [name, { spec, value }] of Object.entries(this.sliders)) if (value !== spec.start) state.set(name, value);
    writeState(this.spec.id, state);
  }

  update() {
    const { numbers, words } = this.spec;
    const [treeWidth, curveWidth] = this.rooms.map((room) => Math.max(240, room.width));
    const workers = this.sliders.workers.value;
    const serial = this.sliders.serial.value;
    const same = (processors) => amdahl_speedup({ serial_fraction: serial, processors });
    const larger = (processors) => gustafson_speedup({ serial_fraction: serial, processors });
    const ceiling = serial ? ratio({ value: 1, reference: serial }) : Infinity;
    const steps = tree_sum_steps({ numbers, workers });
    const alone = tree_sum_steps({ numbers, workers: 1 });
    const uneven = numbers % workers > 0;
    const places = {
      numbers: count(numbers),
      workers: count(workers),
      each: count(Math.ceil(numbers / workers)),
      rounds: count(tree_rounds({ workers })),
      steps: count(steps),
      alone: count(alone),
      times: number(ratio({ value: alone, reference: steps }), 4),
      share: quantity(serial, "%"),
      speedup: number(same(workers), 4),
      ceiling: number(ceiling, 4),
      scaled: number(larger(workers), 5),
    };
    const one = workers === 1;
    const free = serial ? "" : "_free";
    const keys = [`sum${one ? "_one" : uneven ? "_uneven" : ""}`, `job${free}`, `larger${one ? "_one" : free}`];
    const said = keys.map((key) => filled(words[`say_${key}`], places));
    this.sentences.forEach((sentence, index) => renew(sentence, said[index]));
    if (this.hasAttribute("data-live")) this.announce(this.status, said.join(" "));
    const shape = `${workers} ${treeWidth}`;
    if (this.drawn !== shape) {
      this.drawn = shape;
      const each = filled(uneven ? words.tree_each_most : words.tree_each, places);
      const bars = [[filled(words.bar_one, { steps: places.alone }), alone]];
      if (!one) bars.push([filled(words.bar, places), steps]);
      this.tree.show(treeWidth, workers, { claim: said[0], each, once: words.at_once, sum: words.one_sum, bars, count });
    }
    const texts = { claim: said.slice(1).join(" "), workers: words.axis_workers, times: words.axis_times, same: words.same, larger: words.larger, ceiling: filled(words.ceiling, places), count };
    this.curve.show(curveWidth, workers, ceiling, { same, larger }, texts);
  }
}
if (!customElements.get("sum-tree")) customElements.define("sum-tree", SumTree);
