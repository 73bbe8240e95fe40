// A block of warps on a chip: what forks cost the lanes, and what the last wave costs the chip.
import { readState, writeState } from "../../address.mjs";
import { SliderControl } from "../../control.mjs";
import { renew } from "../../dom.mjs";
import { CourseElement } from "../../element.mjs";
import { lane_use, product, ratio, wave_quantization } from "../../formulas.mjs";
import { number, quantity } from "../../language.mjs";
import { drawLanes, drawWaves, splitOf } from "./drawing.mjs";

const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name]);
const whole = (value) => number(value, null);

export class WarpGrid extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    this.sliders = {};
    for (const [name, settings] of Object.entries(this.spec.sliders)) {
      this.sliders[name] = new SliderControl(this.querySelector(`[data-control="${name}"]`), settings, (final) => this.moved(final));
    }
    this.box = this.querySelector(".warpgrid-box");
    this.box.addEventListener("change", () => this.moved(true));
    this.lanes = this.querySelector(".warpgrid-lanes");
    this.waves = this.querySelector(".warpgrid-waves");
    this.room = this.watchWidth(this.lanes, () => this.update());
    this.status = this.querySelector(".widget-status");
    this.sentences = [...this.querySelectorAll(".widget-say")];
    const state = readState(this.spec.id);
    for (const [name, { spec }] of Object.entries(this.sliders)) {
      const value = state.get(name);
      if (value >= spec.min && value <= spec.max && Number.isInteger(value)) this.sliders[name].set(value);
    }
    this.box.checked = state.get("sorted") === 1;
    this.querySelector(".widget-reset").addEventListener("click", () => {
      for (const slider of Object.values(this.sliders)) slider.set(slider.spec.start);
      this.box.checked = false;
      this.moved(true);
    });
    this.update();
  }

  moved(final) {
    this.schedule(() => this.update());
    if (!final) return;
    const state = new Map();
    for (const [name, { spec, value }] of Object.entries(this.sliders)) if (value !== spec.start) state.set(name, value);
    if (this.box.checked) state.set("sorted", 1);
    writeState(this.spec.id, state);
  }

  update() {
    const { threads, warp, multiprocessors, held, words } = this.spec;
    const width = Math.max(240, this.room.width);
    const other = this.sliders.other.value;
    const blocks = this.sliders.blocks.value;
    const together = this.box.checked;
    const warps = splitOf(threads, warp, other, together);
    const forked = warps.filter(([all, some]) => some && some < all).length;
    const lanes = lane_use({ threads, warp_threads: warp, forked_warps: forked });
    const places = wave_quantization({ blocks, sms: multiprocessors, blocks_per_sm: held });
    const both = product({ value: lanes, factor: places });
    const slots = multiprocessors * held;
    const waves = Math.ceil(blocks / slots);
    const texts = {
      threads: whole(threads),
      warps: whole(warps.length),
      other: whole(other),
      forked: whole(forked),
      use: quantity(lanes, "%"),
      blocks: whole(blocks),
      slots: whole(slots),
      waves: whole(waves),
      last: whole(blocks - (waves - 1) * slots),
      share: quantity(places, "%"),
      both: quantity(both, "%"),
      times: number(ratio({ value: 1, reference: both })),
    };
    const way = other === 0 || other === threads ? "one" : together ? "together" : "apart";
    const said = [`say_lanes_${way}`, waves === 1 ? "say_waves_one" : "say_waves", "say_both"].map((key) => fillIn(words[key], texts));
    this.sentences.forEach((sentence, index) => renew(sentence, said[index]));
    if (this.hasAttribute("data-live")) this.announce(this.status, said.join(" "));
    const block = `${other} ${together} ${width}`;
    if (this.drawnBlock !== block) {
      this.drawnBlock = block;
      const busy = (some, idle) => fillIn(words.busy, { busy: whole(some), idle: whole(idle) });
      const claim = ([first, firstIdle], [second, secondIdle]) =>
        fillIn(words.picture_lanes, { first: whole(first), first_idle: whole(firstIdle), second: whole(second), second_idle: whole(secondIdle) });
      drawLanes(this.lanes, width, warp, warps, together, { first: words.turn_first, other: words.turn_other, busy, skipped: words.skipped, claim });
    }
    const chip = `${blocks} ${width}`;
    if (this.drawnChip !== chip) {
      this.drawnChip = chip;
      const most = Math.ceil(this.sliders.blocks.spec.max / slots);
      const name = (wave, full) => fillIn(words.wave, { wave: whole(wave), full: whole(full), slots: texts.slots });
      drawWaves(this.waves, width, blocks, multiprocessors, held, most, name, said[1]);
    }
  }
}
if (!customElements.get("warp-grid")) customElements.define("warp-grid", WarpGrid);
