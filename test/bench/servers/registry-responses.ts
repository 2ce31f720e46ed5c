import { benchKey, structures, tags, terminals } from "../records.ts";
import { toPage } from "../rest-responses.ts";

const root = "/api/v1/";
const tagsById = new Map(tags.map((tag) => [tag.id, tag]));
const responses = new Map<string, Buffer>();
const refusal = toBytes("401 Unauthorized");

/**
 * The registry's response to a call, as bytes. It is made once for each path and query, whatever the key.
 * @param target such as `/api/v1/tags?limit=100&key=k`. Its key must begin with the records' key, or it is refused.
 */
export function toResponse(target: string): Buffer {
  if (!target.includes(`key=${benchKey}`)) return refusal;
  const name = target.replace(/(?<=[?&]key=)[^&]*/, "");
  const known = responses.get(name);
  if (known) return known;
  const value = find(new URL(target, "http://upstream"));
  const bytes = toBytes(value === undefined ? "404 Not Found" : "200 OK", value);
  responses.set(name, bytes);
  return bytes;
}

/** A response with a JSON body. */
export function toBytes(status: string, value: unknown = { error: "unknown" }): Buffer {
  const body = Buffer.from(JSON.stringify(value));
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function find({ pathname, searchParams }: URL): unknown {
  if (!pathname.startsWith(root)) return undefined;
  const path = pathname.slice(root.length);
  const window = {
    limit: Number(searchParams.get("limit") ?? 1000),
    page: Number(searchParams.get("page") ?? 1),
  };
  if (path === "tags") return toPage("tags", tags, window);
  if (path === "terminals") return toPage("terminals", terminals, window);
  const [list, id = "", subject = ""] = path.split("/");
  if (list === "additional_data") return subject === "tag" ? structures.tag : structures.terminal;
  if (list === "tags") return tagsById.has(id) ? { tag: tagsById.get(id) } : undefined;
  const terminal = terminals[Number(id) - 1];
  return terminal && { terminals: [terminal] };
}
