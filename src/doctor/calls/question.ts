/** A GET request to the registry, without the key itself. */
export interface Question {
  /** The path after the base address, such as `/api/v1/tags`. */
  readonly path: string;
  /** The path to show, without a record's id. @default `path` */
  readonly shown?: string;
  /** The query without the key. */
  readonly query?: Readonly<Record<string, string>>;
  /** Which key it carries. @default "right" */
  readonly key?: "right" | "wrong" | "none";
  /** Headers besides those of every call. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A key that no registry has issued. */
export const wrongKey = "tapgraph-doctor-wrong-key";

/** A name for a question. Equal questions have the same name. */
export function nameOf({ path, query = {}, key = "right", headers = {} }: Question): string {
  return JSON.stringify([path, Object.entries(query).sort(), key, Object.entries(headers).sort()]);
}

/** A question in short, such as `GET /api/v1/tags?limit=1`, without the key. */
export function formatQuestion({ path, shown = path, query = {}, key }: Question): string {
  const text = new URLSearchParams(query).toString();
  const whose = key === "wrong" ? ", with a wrong key" : key === "none" ? ", without a key" : "";
  return `GET ${shown}${text && `?${text}`}${whose}`;
}

/** The path and the query to send, with the key. */
export function toTarget({ path, query = {}, key = "right" }: Question, rightKey: string): string {
  const value = key === "right" ? rightKey : key === "wrong" ? wrongKey : undefined;
  const parameters = Object.entries(query).map(([name, text]) => [name, text] as const);
  const all = value === undefined ? parameters : [["key", value] as const, ...parameters];
  const text = all.map(([name, text]) => `${name}=${encode(text)}`).join("&");
  return text === "" ? path : `${path}?${text}`;
}

/** A question as a shell command, which takes the key from `$TAPGRAPH_KEY`. */
export function toCurl(baseUrl: string, question: Question): string {
  const { path, shown = path, query = {}, key = "right", headers = {} } = question;
  const parts = ["curl -sSiG", quote(baseUrl.replaceAll("$", "%24") + shown)];
  if (key === "right") parts.push('--data-urlencode "key=$TAPGRAPH_KEY"');
  if (key === "wrong") parts.push(`-d key=${wrongKey}`);
  for (const [name, value] of Object.entries(query)) parts.push(`-d ${name}=${encode(value)}`);
  for (const [name, value] of Object.entries(headers))
    parts.push(`-H ${quote(`${name}: ${value}`)}`);
  return parts.join(" ");
}

/** Quotes a word so that the shell fills in placeholders such as `$TAG_ID`. */
function quote(text: string): string {
  return `"${text.replaceAll(/[\\"`]/g, "\\$&")}"`;
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}
