// A matrix product in tiles: choose the edge, walk from piece to piece, read traffic, space and limit.
import { readState, writeState } from "../../address.mjs";
import { SliderControl } from "../../control.mjs";
import { limitBadge, put, renew } from "../../dom.mjs";
import { CourseElement } from "../../element.mjs";
import { attainable_flop_per_s, matmul_flop, product, ratio, ridge_flop_per_byte, tiled_matmul_bytes, total } from "../../formulas.mjs";
import { number, quantity } from "../../language.mjs";
import { drawSpace, Roof, Stage } from "./drawing.mjs";

const WALK = 9000; // milliseconds for all steps
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name]);
const count = (value) => number(value, null);
const space = (size) => quantity(size, size < 2 ** 10 ? "B" : size < 2 ** 20 ? "KiB" : "MiB", 4);

export class TileWalker extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    const { edge, peak, bandwidth, slider, words } = this.spec;
    this.chip = { peak_flop_per_s: peak, bandwidth_byte_per_s: bandwidth };
    this.ridge = ridge_flop_per_byte(this.chip);
    this.flop = matmul_flop({ m: edge, n: edge, k: edge });
    this.readings = Array.from({ length: slider.stops + 1 }, (_, power) => this.reading(2 ** power));
    this.control = new SliderControl(this.querySelector('[data-control="tile"]'), slider, (final) => this.moved(final));
    this.stage = new Stage(this.querySelector(".tilewalk-stage"), words);
    const attain = (intensity) => attainable_flop_per_s({ ...this.chip, intensity_flop_per_byte: intensity });
    const texts = {
      rate: (value) => quantity(value, "FLOP/s").replace("FLOP/s", ""),
      count,
      axisX: words.axis_x,
      axisY: words.axis_y,
      ridge: filled(words.ridge, { ridge: number(this.ridge) }),
    };
    this.roof = new Roof(this.querySelector(".tilewalk-roof"), { attain, ridge: this.ridge, peak, points: this.readings, texts });
    this.space = this.querySelector(".tilewalk-space");
    this.rooms = [this.stage.root, this.roof.root, this.space].map((root) => this.watchWidth(root, () => this.update(true)));
    this.progress = this.querySelector(".tilewalk-progress");
    this.status = this.querySelector(".widget-status");
    this.sentences = [...this.querySelectorAll(".widget-say")];
    this.buttons = Object.fromEntries([...this.querySelectorAll("[data-move]")].map((button) => [button.dataset.move, button]));
    for (const [move, button] of Object.entries(this.buttons)) button.addEventListener("click", () => this.press(move));
    this.step = 0;
    const state = readState(this.spec.id);
    const tile = state.get("tile");
    if (tile >= 1 && tile <= edge && Number.isInteger(Math.log2(tile))) this.control.set(tile);
    const step = state.get("step");
    if (Number.isInteger(step) && step >= 0 && step <= this.steps()) this.step = step;
    this.update(true);
  }

  reading(tile) {
    const { edge, bytes_per_number, bytes_per_sum, near, shared } = this.spec;
    const sizes = { m: edge, n: edge, k: edge, bytes_per_element: bytes_per_number };
    const moved = tiled_matmul_bytes({ ...sizes, tile });
    const each = total({ first: bytes_per_number, second: bytes_per_number, third: bytes_per_sum });
    const memory = product({ value: product({ value: tile, factor: tile }), factor: each });
    const intensity = ratio({ value: this.flop, reference: moved });
    return {
      tile,
      moved,
      fewer: ratio({ value: tiled_matmul_bytes({ ...sizes, tile: 1 }), reference: moved }),
      memory,
      place: memory <= near.bytes ? "near" : memory <= shared.bytes ? "shared" : "none",
      intensity,
      rate: attainable_flop_per_s({ ...this.chip, intensity_flop_per_byte: intensity }),
      kind: intensity < this.ridge ? "bandwidth" : "compute",
    };
  }

  tiles() {
    return this.spec.edge / this.control.value; // in a row
  }

  steps() {
    return this.tiles() ** 3;
  }

  press(move) {
    if (move === "play") {
      if (this.playing) this.pause();
      else this.play();
      return;
    }
    this.pause();
    const tiles = this.tiles();
    if (move === "reset") this.control.set(this.spec.tile);
    const after = (pieces) => (Math.floor(this.step / pieces) + 1) * pieces;
    const target = { next: this.step + 1, tile: after(tiles), row: after(tiles * tiles), back: this.step - 1, reset: 0 }[move];
    this.step = Math.min(tiles ** 3, Math.max(0, target));
    this.keep();
    this.schedule(() => this.update(move === "reset"));
  }

  play() {
    const steps = this.steps();
    if (this.step >= steps) this.step = 0;
    const began = performance.now() - (WALK * this.step) / steps;
    this.playing = true;
    const walk = (now) => {
      if (!this.playing || !this.isConnected) return;
      this.step = Math.min(steps, Math.max(this.step, Math.floor(((now - began) / WALK) * steps)));
      if (this.step >= steps) this.pause();
      this.showWalk(!this.playing);
      if (this.playing) requestAnimationFrame(walk);
    };
    this.showWalk(false);
    requestAnimationFrame(walk);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.keep();
    this.showWalk(true);
  }

  // Another edge starts the walk anew; a typed edge becomes the nearest power of two.
  moved(final) {
    const tile = 2 ** Math.round(Math.log2(this.control.value));
    if (tile !== this.control.value) this.control.set(tile);
    this.playing = false;
    this.step = 0;
    this.schedule(() => this.update(true));
    if (final) this.keep();
  }

  keep() {
    const state = new Map();
    if (this.control.value !== this.spec.tile) state.set("tile", this.control.value);
    if (this.step) state.set("step", this.step);
    writeState(this.spec.id, state);
  }

  update(whole) {
    if (whole) this.showEdge();
    this.showWalk(true);
  }

  showEdge() {
    const { words, edge, near, shared, peak } = this.spec;
    const rooms = this.rooms.map(({ width }) => width);
    const now = this.readings[Math.round(Math.log2(this.control.value))];
    const places = {
      tile: count(now.tile),
      bytes: quantity(now.moved, "B"),
      fewer: number(now.fewer),
      memory: space(now.memory),
      near: near.label,
      near_size: space(near.bytes),
      shared: shared.label,
      shared_size: space(shared.bytes),
      intensity: quantity(now.intensity, "FLOP/B"),
      ridge: quantity(this.ridge, "FLOP/B"),
      rate: quantity(now.rate, "FLOP/s"),
      share: quantity(ratio({ value: now.rate, reference: peak }), "%", 2),
    };
    const traffic = now.tile === 1 ? "one" : now.tile === edge ? "once" : "many";
    const keys = [`say_traffic_${traffic}`, `say_space_${now.place}`, now.place === "none" ? "say_limit_none" : `say_limit_${now.kind}`];
    this.said = keys.map((key) => filled(words[key], places));
    this.sentences.forEach((sentence, index) => renew(sentence, this.said[index]));
    const by = Math.max(ratio({ value: this.ridge, reference: now.intensity }), ratio({ value: now.intensity, reference: this.ridge }));
    renew(this.querySelector(".widget-limit"), ...(now.place === "none" ? [] : [limitBadge(now.kind, by)]));
    this.stage.build(this.tiles(), rooms[0]);
    this.roof.show(now, rooms[1], filled(words.edge_now, places), `${this.said[0]} ${this.said[2]}`);
    const rows = [near, shared].map(({ label: name, bytes }) => {
      const share = ratio({ value: now.memory, reference: bytes });
      const values = { memory: places.memory, size: space(bytes), times: number(share, 3) };
      return { name: name[0].toUpperCase() + name.slice(1), share, text: filled(share > 1 ? words.over : words.used, values) };
    });
    drawSpace(this.space, rooms[2], rows, this.said[1]);
    this.now = now;
  }

  showWalk(rests) {
    const { words, bytes_per_number } = this.spec;
    const { tile, moved } = this.now;
    const { step } = this;
    const [tiles, steps] = [this.tiles(), this.steps()];
    const area = product({ value: tile, factor: tile });
    const finished = Math.floor(step / tiles);
    const numbers = total({ first: product({ value: product({ value: step, factor: 2 }), factor: area }), second: product({ value: finished, factor: area }) });
    const at = Math.max(0, step - 1);
    const text = step
      ? filled(words.progress, {
          at: count(Math.floor(at / tiles) + 1),
          tiles: count(tiles * tiles),
          piece: count((at % tiles) + 1),
          pieces: count(tiles),
          moved: quantity(product({ value: numbers, factor: bytes_per_number }), "B"),
          bytes: quantity(moved, "B"),
          done: quantity(matmul_flop({ m: tile, n: tile, k: product({ value: tile, factor: step }) }), "FLOP"),
          flop: quantity(this.flop, "FLOP"),
        }) + (step % tiles ? "" : ` ${words.written}`)
      : words.nothing;
    renew(this.progress, text);
    const square = `${count(tile)} × ${count(tile)}`;
    this.stage.show(step, [step ? `2 × ${square}` : "0", square], text);
    for (const [move, button] of Object.entries(this.buttons)) {
      const idle = { next: step === steps, tile: step === steps, row: step === steps, back: !step }[move] ?? false;
      put(button, { "aria-disabled": idle });
    }
    renew(this.buttons.play, this.playing ? words.pause : words.play);
    if (rests && this.hasAttribute("data-live")) this.announce(this.status, step ? text : this.said.join(" "));
  }
}
if (!customElements.get("tile-walker")) customElements.define("tile-walker", TileWalker);
