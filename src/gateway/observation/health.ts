import type { CircuitState } from "../../upstream/protection/circuit.ts";
import type { WholeAnswer } from "../road/message.ts";

/** What health can be told from without asking anybody. */
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
 * `GET /health/ready`: 200 while requests are taken, even when the registry is down, as what needs no registry is still answered;
 * 503 once the gateway was told to stop.
 */
export function answerReady({ isStopping, circuit }: HealthSigns): WholeAnswer {
  const status = isStopping ? 503 : 200;
  return toAnswer(status, { status: isStopping ? "stopping" : "ok", registry: { circuit } });
}

function toAnswer(status: number, health: object): WholeAnswer {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(health) };
}
