// The registry's REST `/api/v1` over fixed records: each response is made once. It waits LATENCY_MS before each response.
import { answerOnSockets } from "./http.ts";
import { toResponse } from "./registry-responses.ts";

const latencyMs = Number(process.env["LATENCY_MS"] ?? 0);

await answerOnSockets((socket, target) => {
  const bytes = toResponse(target);
  if (latencyMs > 0) setTimeout(() => socket.write(bytes), latencyMs);
  else socket.write(bytes);
});
