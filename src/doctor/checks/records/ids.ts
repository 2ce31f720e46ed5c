import { formatCount, formatNumber } from "../../../format-count.ts";
import type { Subject } from "../../../registry-client/records.ts";
import type { Conclusion } from "../../finding.ts";
import { readSample, type Visit } from "../../visit.ts";

export async function checkIds(visit: Visit, subject: Subject): Promise<Conclusion | undefined> {
  const { call, ids, rows } = await readSample(visit, subject);
  if (rows === 0) return undefined;
  const without = rows - ids.length;
  const doubles = ids.length - new Set(ids).size;
  if (without + doubles === 0) {
    const detail = `Each row has an id of its own, in ${formatCount(rows, "row")}.`;
    return { status: "ok", detail, call };
  }
  const total = formatNumber(rows);
  const parts = [
    without > 0 && `${formatCount(without, "row")} of ${total} without an id that can be read.`,
    doubles > 0 && `${formatCount(doubles, "row")} of ${total} with an id that another row has.`,
  ];
  const detail = parts.filter((part) => part !== false).join(" ");
  const hint =
    "A row without an id is a null node with an error; its neighbours are right. If records share an id, it leads to only one of them.";
  return { status: "warning", detail, hint, call };
}
