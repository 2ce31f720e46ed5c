import { formatCount, formatNumber } from "../../../format-count.ts";
import type { Subject } from "../../../gateway/call/decode/records.ts";
import { type Check, createListCall, fetchSamplePage } from "../../visit.ts";
import { idsOf } from "../rows.ts";

const hint =
  "A row without an id is a null node with an error; its neighbours are right. If records share an id, it leads to only one of them.";

export function idsCheckOf(subject: Subject): Check {
  return {
    id: `${subject}-ids`,
    asks: `Does each ${subject} have an id of its own?`,
    async run(visit) {
      const page = await fetchSamplePage(visit, subject);
      const total = page?.rows.length ?? 0;
      if (!page || total === 0) return [];
      const call = createListCall(visit, subject);
      const ids = idsOf(page.rows.flatMap((row) => ("fields" in row ? [row.fields] : [])));
      const without = total - ids.length;
      const doubles = ids.length - new Set(ids).size;
      const parts = [
        without > 0 &&
          `${formatCount(without, "row")} of ${formatNumber(total)} without an id that can be read.`,
        doubles > 0 &&
          `${formatCount(doubles, "row")} of ${formatNumber(total)} with an id that another row has.`,
      ];
      if (without + doubles === 0) {
        const detail = `Each row has an id of its own, in ${formatCount(total, "row")}.`;
        return [{ status: "ok", detail, call }];
      }
      const detail = parts.filter((part) => part !== false).join(" ");
      return [{ status: "warning", detail, hint, call }];
    },
  };
}
