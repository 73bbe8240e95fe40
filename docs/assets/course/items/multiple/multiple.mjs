// Several statements, each true or not; every right decision earns its part.
import { make, builtMarkup } from "../../dom.mjs";
import { say } from "../../language.mjs";
import { choose, chosen, labelOf } from "../choices.mjs";

export class Multiple {
  constructor(form, spec) {
    Object.assign(this, { form, spec });
  }

  read() {
    const keys = chosen(this.form, "answer");
    return keys.length ? keys : { ask: say("choose_statements") };
  }

  write(keys) {
    return choose(this.form, "answer", keys);
  }

  judge(keys) {
    const { statements } = this.spec;
    const rows = statements.map((statement) => ({
      ...statement,
      verdict: statement.holds === keys.includes(statement.key) ? "right" : "wrong",
    }));
    const score = rows.filter(({ verdict }) => verdict === "right").length;
    const count = rows.length;
    const verdict = score === count ? "right" : score ? "partly" : "wrong";
    const list = make("ul", { class: "item-statements" });
    for (const { letter, verdict, feedback } of rows) {
      const words = make("strong", {}, say(`statement_${verdict}`, { letter }));
      list.append(make("li", {}, words, " ", builtMarkup(feedback)));
    }
    return {
      score: score / count,
      parts: [
        {
          verdict,
          words: verdict === "right" ? say("right") : say("partly", { score, count }),
          nodes: [list],
        },
      ],
      marks: rows.map(({ key, verdict }) => [labelOf(this.form, "answer", key), verdict]),
    };
  }
}
