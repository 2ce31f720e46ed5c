import type { CircuitState } from "../../upstream/circuit.ts";
import type { GatewayResponse } from "../http/response.ts";
import { send } from "../http/send.ts";

/** What health can be told from without asking anybody. */
export interface HealthSigns {
  /** Whether the gateway was told to stop. */
  readonly isStopping: boolean;
  readonly circuit: CircuitState;
}

/** `GET /health/live`: the process answers. */
export function answerLive(response: GatewayResponse): void {
  sendHealth(response, 200, { status: "ok" });
}

/**
 * `GET /health/ready`: 200 while requests are taken, even when the registry is down, as what needs no registry is still answered;
 * 503 once the gateway was told to stop.
 */
export function answerReady(response: GatewayResponse, { isStopping, circuit }: HealthSigns): void {
  const status = isStopping ? 503 : 200;
  sendHealth(response, status, {
    status: isStopping ? "stopping" : "ok",
    registry: { circuit },
  });
}

function sendHealth(response: GatewayResponse, status: number, health: object): void {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  send(response, { status, headers, body: JSON.stringify(health) });
}
