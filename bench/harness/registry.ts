// The registry's REST `/api/v1` over fixed records. It is not the tests' scripted registry: it has
// a process of its own and does as little as it can, on bare sockets, so that what is measured is
// the gateway. The tag `slow-…` takes 800 ms.
import { createServer } from "node:net";
import { listenOn, reportToParent } from "./http-server.ts";
import { benchKey, structures, tags, terminals, toPage } from "./records.ts";

const slowMs = 800;
const root = "/api/v1/";
const tagsById = new Map(tags.map((tag) => [tag.id, tag]));
/** Each is made once for each path and query, whatever the key. */
const responses = new Map<string, Buffer>();
const refusal = toBytes("401 Unauthorized");

const server = createServer({ noDelay: true }, (socket) => {
  let text = "";
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
      const [, target = ""] = text.slice(0, text.indexOf("\r\n")).split(" ");
      text = text.slice(end + 4);
      const bytes = toResponse(target);
      if (target.includes("/slow-")) setTimeout(() => socket.write(bytes), slowMs);
      else socket.write(bytes);
    }
  });
});
reportToParent(await listenOn(server));

/** The response to a path and query. All keys that begin with the records' key are good. */
function toResponse(target: string): Buffer {
  if (!target.includes(`key=${benchKey}`)) return refusal;
  const name = target.replace(/(?<=[?&]key=)[^&]*/, "");
  const known = responses.get(name);
  if (known) return known;
  const value = find(new URL(target, "http://registry"));
  const bytes = toBytes(value === undefined ? "404 Not Found" : "200 OK", value);
  responses.set(name, bytes);
  return bytes;
}

function toBytes(status: string, value: unknown = { error: "unknown" }): Buffer {
  const body = Buffer.from(JSON.stringify(value));
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function find({ pathname, searchParams }: URL): unknown {
  if (!pathname.startsWith(root)) return undefined;
  const path = pathname.slice(root.length);
  const limit = Number(searchParams.get("limit") ?? 1000);
  const page = Number(searchParams.get("page") ?? 1);
  if (path === "tags") return toPage("tags", tags, limit, page);
  if (path === "terminals") return toPage("terminals", terminals, limit, page);
  const [list, id = "", subject = ""] = path.split("/");
  if (list === "additional_data") return subject === "tag" ? structures.tag : structures.terminal;
  if (list === "tags") return tagsById.has(id) ? { tag: tagsById.get(id) } : undefined;
  const terminal = terminals[Number(id) - 1];
  return terminal && { terminals: [terminal] };
}
