/** What became of one scanned UID. */
export interface Scan {
  /** As it was scanned. */
  readonly uid: string;
  /** How often it was scanned. */
  readonly times: number;
  readonly outcome: "found" | "ambiguous" | "unknown";
  readonly matches: readonly ScannedTag[];
}

export interface ScannedTag {
  readonly id: string;
  readonly tagId: string;
  readonly name: string;
}

/** The UIDs of a text with one on each line. What scanners and tables put at a line's end is no part of a UID. */
export function readUids(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/(?<![\s,;])[\s,;]+$/, "").trim())
    .filter((line) => line !== "");
}

/** How many UIDs the gateway takes at once. */
export const maxUids = 1_000;

/** Parts of a list that are small enough for one request each. Each UID is asked for once. */
export function toRequests(uids: readonly string[]): readonly (readonly string[])[] {
  const distinct = [...new Set(uids)];
  const length = Math.ceil(distinct.length / maxUids);
  return Array.from({ length }, (_, at) => distinct.slice(at * maxUids, (at + 1) * maxUids));
}

interface LookUp {
  readonly uid: string;
  readonly matches: readonly { readonly tag: ScannedTag }[];
}

/** What became of each UID, in the order of the first scans. */
export function toScans(uids: readonly string[], found: readonly LookUp[]): readonly Scan[] {
  const times = new Map<string, number>();
  for (const uid of uids) times.set(uid, (times.get(uid) ?? 0) + 1);
  return found.map(({ uid, matches }) => ({
    uid,
    times: times.get(uid) ?? 1,
    outcome: matches.length === 0 ? "unknown" : matches.length === 1 ? "found" : "ambiguous",
    matches: matches.map(({ tag }) => tag),
  }));
}

/** The scans as CSV (RFC 4180), with a line for each tag that a UID stands for. */
export function toCsv(scans: readonly Scan[]): string {
  const lines = scans.flatMap(({ uid, times, outcome, matches }) =>
    (matches.length > 0 ? matches : [null]).map((tag) =>
      [uid, times, outcome, tag?.tagId ?? "", tag?.name ?? ""].map(toField).join(","),
    ),
  );
  return `\uFEFF${["uid,times,outcome,tag,name", ...lines].join("\r\n")}\r\n`;
}

/** An apostrophe keeps spreadsheets from reading text as a formula. */
function toField(value: string | number): string {
  const text = String(value);
  const safe = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|]/u.test(text) ? `'${text}` : text;
  return /["\r\n,;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
