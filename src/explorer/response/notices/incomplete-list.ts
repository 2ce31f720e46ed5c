import { type Notice, warningNotice } from "./notice.ts";

/**
 * The notice for a list that could not be read whole.
 * @param warning the warning `LIST_INCOMPLETE`
 * @param consequence what is missing from the response for this reason, in a sentence; empty if nothing is
 */
export function explainIncompleteList(
  { list, recordsRead: read, recordsStated: stated }: Readonly<Record<string, unknown>>,
  consequence: string,
): Notice {
  const name = list === "tags" || list === "terminals" ? list : "records";
  const counts = typeof read === "number" ? formatCounts(read, stated) : "";
  const cause = "The list changed too much while it was read, or its pages do not fit together.";
  const detail = [counts, cause, "Try again in a moment.", consequence].filter(Boolean).join(" ");
  return warningNotice(`Some ${name} may be missing`, detail);
}

/** As many records as the registry states may still not be all of them, and "3,000 of 3,000" would deny that. */
function formatCounts(read: number, stated: unknown): string {
  const isShort = typeof stated === "number" && stated > read;
  const of = isShort ? ` of ${stated.toLocaleString("en")}` : "";
  return `${read.toLocaleString("en")}${of} ${read === 1 ? "was" : "were"} read.`;
}
