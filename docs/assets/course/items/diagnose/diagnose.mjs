// A case with two questions: which resource limits, and which next move helps most.
import { limitBadge } from "../../dom.mjs";
import { say } from "../../language.mjs";
import { choose, chosen, labelOf } from "../choices.mjs";

export class Diagnose {
  constructor(form, spec) {
    Object.assign(this, { form, spec });
  }

  read() {
    const [limit] = chosen(this.form, "limit");
    const [move] = chosen(this.form, "move");
    return limit === undefined || move === undefined ? { ask: say("choose_both") } : { limit, move };
  }

  write(answer) {
    return choose(this.form, "limit", [answer?.limit]) && choose(this.form, "move", [answer?.move]);
  }

  judge({ limit, move }) {
    const { spec, form } = this;
    const limits = limit === spec.limit ? "right" : "wrong";
    const moves = move === spec.best ? "right" : "wrong";
    const badge = limits === "right" ? [limitBadge(limit, spec.by)] : [];
    return {
      score: ((limits === "right") + (moves === "right")) / 2,
      parts: [
        { verdict: limits, words: say(`limit_${limits}`), markup: spec.limits[limit], nodes: badge },
        { verdict: moves, words: say(`move_${moves}`), markup: spec.moves[move] },
      ],
      marks: [
        [labelOf(form, "limit", limit), limits],
        [labelOf(form, "move", move), moves],
      ],
    };
  }
}
