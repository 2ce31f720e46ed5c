import type { CircuitState } from "../../call/breaker.ts";
import type { WholeHttpResponse } from "../response/http-response.ts";

/** `GET /health/live`: always 200, because a process that responds is alive. */
export function handleLive(): WholeHttpResponse {
  return toResponse(200, { status: "ok" });
}

/**
 * `GET /health/ready`: 200 while the gateway accepts requests, 503 once it is shutting down. It
 * stays 200 while the registry is down, because some queries need no registry.
 */
export function handleReady(isStopping: boolean, circuit: CircuitState): WholeHttpResponse {
  const status = isStopping ? 503 : 200;
  return toResponse(status, { status: isStopping ? "stopping" : "ok", registry: { circuit } });
}

function toResponse(status: number, health: object): WholeHttpResponse {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(health) };
}
