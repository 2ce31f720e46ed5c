export interface CheckCall {
  readonly path: string;
  /** The path to show, without a record's id. @default `path` */
  readonly shown?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Which key it carries. @default "right" */
  readonly key?: "right" | "wrong" | "none";
}

const wrongKey = "tapgraph-doctor-wrong-key";

/** The path and query to send. Nothing else in the doctor puts the key into a URL. */
export function toTarget({ path, query = {}, key = "right" }: CheckCall, rightKey: string): string {
  const keys = { right: { key: rightKey }, wrong: { key: wrongKey }, none: {} };
  const parameters = Object.entries({ ...keys[key], ...query })
    .map(([name, value]) => `${name}=${encodePart(value)}`)
    .join("&");
  return `${path}?${parameters}`;
}

export function formatCall({ path, shown = path, query = {}, key = "right" }: CheckCall): string {
  const parameters = new URLSearchParams(query).toString();
  const notes = { right: "", wrong: ", with a wrong key", none: ", without a key" };
  return `GET ${shown}${parameters && `?${parameters}`}${notes[key]}`;
}

/** A call as a shell command, which takes the key from `$TAPGRAPH_KEY` and an id from `$TAG_ID`. */
export function toCurl(baseUrl: string, call: CheckCall): string {
  const { path, shown = path, query = {}, key = "right" } = call;
  const address = (baseUrl.replaceAll("$", "%24") + shown).replaceAll(/[\\"`]/g, "\\$&");
  const parts = [`curl -sSiG "${address}"`];
  if (key === "right") parts.push('--data-urlencode "key=$TAPGRAPH_KEY"');
  if (key === "wrong") parts.push(`-d key=${wrongKey}`);
  for (const [name, value] of Object.entries(query)) parts.push(`-d ${name}=${encodePart(value)}`);
  return parts.join(" ");
}

/** Quotes are encoded as well, so that a shell command can contain it. */
export function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27");
}
