// A registry whose responses show when they were made and for which key: `last_update` is the time in milliseconds, and each name
// ends in the key. While the registry is cut off, it closes every connection.
// It has a process of its own, so that it takes no time from the load that the bench sends.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { readRequestLines } from "./http.ts";

const tagCount = 2_000;
const sockets = new Set<Socket>();
let calls = 0;
let isCut = false;

const server = createServer({ noDelay: true }, serve).listen(0, "127.0.0.1");
await once(server, "listening");
process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  if (message === "count") process.send?.(calls);
  if (message === "mend") isCut = false;
  if (message === "cut") {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  }
});
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

function serve(socket: Socket): void {
  sockets.add(socket);
  if (isCut) socket.destroy();
  socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  readRequestLines(socket, (line) => {
    calls += 1;
    socket.write(toResponse(new URL(line.slice(4, line.indexOf(" HTTP/")), "http://registry")));
  });
}

function toResponse({ pathname, searchParams }: URL): string {
  const key = searchParams.get("key") ?? "";
  const now = Date.now();
  const [, , , list = "", id = ""] = pathname.split("/");
  if (list === "additional_data") return toBytes({ items: [], last_update: 1 });
  if (id !== "") return toBytes({ tag: toTag(Number(id.slice(1)), key, now) });
  const limit = Number(searchParams.get("limit") ?? 1000);
  const page = Number(searchParams.get("page") ?? 1);
  const start = Math.min((page - 1) * limit, tagCount);
  const rows = Math.min(limit, tagCount - start);
  return toBytes({
    tags: Array.from({ length: rows }, (_, index) => toTag(start + index, key, now)),
    ...{ limit, page, count: tagCount, page_count: Math.ceil(tagCount / limit) },
  });
}

function toTag(number: number, key: string, now: number) {
  const name = `tag ${number} of ${key}`;
  const dates = { added_when: 1_700_000_000_000, last_update: now };
  const rest = { type: "NFC", project_id: 1, description: "", is_active: true };
  return { id: `t${number}`, name, ...rest, ...dates, additional_data: { room: number % 50 } };
}

function toBytes(value: unknown): string {
  const body = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
