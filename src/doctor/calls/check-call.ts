/** A call to the registry, without the key itself. */
export interface CheckCall {
  /** The path after the base address, such as `/api/v1/tags`. */
  readonly path: string;
  /** The path to show, without a record's id. @default `path` */
  readonly shown?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Which key it carries. @default "right" */
  readonly key?: "right" | "wrong" | "none";
}

export const wrongKey = "tapgraph-doctor-wrong-key";

/** Equal calls have the same cache key. */
export function toCacheKey({ path, query = {}, key = "right" }: CheckCall): string {
  return JSON.stringify([path, Object.entries(query).sort(), key]);
}

/** A call in short, such as `GET /api/v1/tags?limit=1`, without the key. */
export function formatCall({ path, shown = path, query = {}, key = "right" }: CheckCall): string {
  const parameters = new URLSearchParams(query).toString();
  return `GET ${shown}${parameters && `?${parameters}`}${keyNotes[key]}`;
}

const keyNotes = { right: "", wrong: ", with a wrong key", none: ", without a key" } as const;

export function toTarget({ path, query = {}, key = "right" }: CheckCall, rightKey: string): string {
  const keys = { right: { key: rightKey }, wrong: { key: wrongKey }, none: {} };
  const parameters = Object.entries({ ...keys[key], ...query })
    .map(([name, value]) => `${name}=${encodePart(value)}`)
    .join("&");
  return parameters === "" ? path : `${path}?${parameters}`;
}

/** A call as a shell command, which takes the key from `$TAPGRAPH_KEY`. */
export function toCurl(baseUrl: string, call: CheckCall): string {
  const { path, shown = path, query = {}, key = "right" } = call;
  const parts = ["curl -sSiG", quoteForShell(baseUrl.replaceAll("$", "%24") + shown)];
  if (key === "right") parts.push('--data-urlencode "key=$TAPGRAPH_KEY"');
  if (key === "wrong") parts.push(`-d key=${wrongKey}`);
  for (const [name, value] of Object.entries(query)) parts.push(`-d ${name}=${encodePart(value)}`);
  return parts.join(" ");
}

/** Quotes a word so that the shell fills in placeholders such as `$TAG_ID`. */
function quoteForShell(text: string): string {
  return `"${text.replaceAll(/[\\"`]/g, "\\$&")}"`;
}

/** Encodes a part of a path or a query. Quotes are also encoded, so that a shell command can contain it. */
export function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27");
}
