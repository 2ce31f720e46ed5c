import type { CircuitState } from "../../upstream/calls/protection/circuit.ts";
import type { WholeAnswer } from "../exchange/answer.ts";

/** What the gateway knows of its health without asking the registry. */
export interface HealthSigns {
  /** Whether the gateway was told to stop. */
  readonly isStopping: boolean;
  readonly circuit: CircuitState;
}

/** `GET /health/live`: the process answers. */
export function answerLive(): WholeAnswer {
  return toAnswer(200, { status: "ok" });
}

/**
 * `GET /health/ready`: 200 while the gateway takes requests, 503 once it was told to stop. It stays 200 while the registry is down,
 * because some queries need no registry.
 */
export function answerReady({ isStopping, circuit }: HealthSigns): WholeAnswer {
  const status = isStopping ? 503 : 200;
  return toAnswer(status, { status: isStopping ? "stopping" : "ok", registry: { circuit } });
}

function toAnswer(status: number, health: object): WholeAnswer {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(health) };
}
