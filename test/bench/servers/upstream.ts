// The registry's REST `/api/v1` over fixed records, as cheap as JavaScript can make it: each response is made once, and written
// straight to the socket. It waits LATENCY_MS before each response.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { benchKey, structures, tags, terminals } from "../records.ts";
import { toPage } from "../rest-responses.ts";
import { reportToParent } from "./child.ts";
import { readRequestLines } from "./http.ts";

const latencyMs = Number(process.env["LATENCY_MS"] ?? 0);
const root = "/api/v1/";
const tagsById = new Map(tags.map((tag) => [tag.id, tag]));
const responses = new Map<string, Buffer>();
const refusal = toBytes("401 Unauthorized");
let calls = 0;

const server = createServer({ noDelay: true }, serve).listen(0, "127.0.0.1");
await once(server, "listening");
reportToParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => calls);

function serve(socket: Socket): void {
  socket.on("error", () => socket.destroy());
  readRequestLines(socket, (line) => answer(socket, line));
}

/** @param line such as `GET /api/v1/tags?limit=100&key=k HTTP/1.1`. */
function answer(socket: Socket, line: string): void {
  calls += 1;
  const target = line.slice(4, -9);
  const bytes = isOurs(target) ? toResponse(target) : refusal;
  if (latencyMs > 0) setTimeout(() => socket.write(bytes), latencyMs);
  else socket.write(bytes);
}

/** Whether the query has, in any place, a key that begins with the records' key. */
function isOurs(target: string): boolean {
  return target.includes(`key=${benchKey}`);
}

function toResponse(target: string): Buffer {
  const name = target.replace(/(?<=[?&]key=)[^&]*/, "");
  const known = responses.get(name);
  if (known) return known;
  const value = find(new URL(target, "http://upstream"));
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
