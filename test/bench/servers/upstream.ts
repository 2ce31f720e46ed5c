// The registry's REST `/api/v1` over fixed records, as cheap as JavaScript can make it: each response is made once, and written
// straight to the socket. It waits LATENCY_MS before each response.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { reportToParent } from "./child.ts";
import { readRequestLines } from "./http.ts";
import { toResponse } from "./registry-responses.ts";

const latencyMs = Number(process.env["LATENCY_MS"] ?? 0);
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
  const bytes = toResponse(line.slice(4, -9));
  if (latencyMs > 0) setTimeout(() => socket.write(bytes), latencyMs);
  else socket.write(bytes);
}
