import { formatCount, formatNumber } from "../../../format-count.ts";
import type { Subject } from "../../../gateway/call/decode/records.ts";
import { formatShare } from "../../text.ts";
import { type Check, createListCall, fetchSamplePage } from "../../visit.ts";
import { idsOf } from "../rows.ts";

const hint =
  "A row without an id is a null node with an error; its neighbours are right. If records share an id, it leads to only one of them.";

export function idsCheckOf(subject: Subject): Check {
  return {
    id: `${subject}-ids`,
    asks: `What do ids of ${subject}s look like?`,
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
        ids.length > 0 && `Ids of ${subject}s are ${describeIds(subject, ids)}.`,
      ];
      const detail = parts.filter((part) => part !== false).join(" ");
      return without + doubles > 0
        ? [{ status: "warning", detail, hint, call }]
        : [{ status: "ok", detail, call }];
    },
  };
}

/** The form of ids. Those of terminals grow with time, so they are not all equally long. */
function describeIds(subject: Subject, ids: readonly string[]): string {
  const areIntegers = ids.every((id) => /^\d+$/.test(id));
  return subject === "terminal" && areIntegers ? describeRange(ids) : describeForms(ids);
}

function describeRange(ids: readonly string[]): string {
  const lengths = ids.map((id) => id.length);
  const [min, max] = [Math.min(...lengths), Math.max(...lengths)];
  return min === max
    ? `integers of ${formatCount(min, "digit")}`
    : `integers of ${min} to ${max} digits`;
}

function describeForms(ids: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(formOf(id), (counts.get(formOf(id)) ?? 0) + 1);
  const [[form, count] = ["", 0], ...others] = [...counts].sort((one, other) => other[1] - one[1]);
  if (others.length === 0) return form;
  const share = formatShare(count, ids.length);
  const rest = others.length === 1 ? "another form" : `${others.length} other forms`;
  return `${form} (${share}); the rest have ${rest}`;
}

function formOf(id: string): string {
  const digits = id.replaceAll(/[:. -]/g, "");
  if (/^\d+$/.test(id)) return `decimal numbers of ${formatCount(id.length, "digit")}`;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return "UUIDs";
  if (/^([0-9a-f]{2})+$/i.test(digits) && digits.length >= 8) {
    const [separator] = /[:. -]/.exec(id) ?? [];
    const between = separator === undefined ? "" : `, bytes separated by "${separator}"`;
    return `${digits.length} hexadecimal digits (${digits.length / 2} bytes) in ${caseOf(digits)} case${between}`;
  }
  return `strings of ${formatCount(id.length, "character")}`;
}

function caseOf(letters: string): "upper" | "lower" | "mixed" {
  if (letters === letters.toUpperCase()) return "upper";
  return letters === letters.toLowerCase() ? "lower" : "mixed";
}
