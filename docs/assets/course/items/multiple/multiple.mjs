// Several statements, each true or not; every right decision earns its part.
import { make, builtMarkup } from "../../dom.mjs";
import { say } from "../../language.mjs";
import { choose, chosen, labelOf } from "../choices.mjs";

export class Multiple {
  constructor(form, spec) {
    Object.assign(this, { form, spec });
  }

  read() {
    return chosen(this.form, "answer");
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
    const all = score === rows.length;
    const list = make("ul", { class: "item-statements" });
    for (const { letter, verdict, feedback } of rows) {
      const words = make("strong", {}, say(`statement_${verdict}`, { letter }));
      list.append(make("li", {}, words, " ", builtMarkup(feedback)));
    }
    return {
      score: score / rows.length,
      parts: [
        {
          verdict: all ? "right" : score ? "partly" : "wrong",
          words: all ? say("right") : say("partly", { score, count: rows.length }),
          nodes: [list],
        },
      ],
      marks: rows.map(({ key, verdict }) => [labelOf(this.form, "answer", key), verdict]),
    };
  }
}
