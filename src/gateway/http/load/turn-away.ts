import type { Logger } from "pino";
import { jsonMediaType, overloadMessage, retrySoon } from "../../answer/refusals.ts";
import type { Metrics } from "../observation/metrics.ts";
import type { HttpRequest } from "../request/http-request.ts";
import { graphqlMediaType } from "../response/accept.ts";
import { withNoStore } from "../response/format-response.ts";
import type { WholeHttpResponse } from "../response/http-response.ts";

/** Created in advance: an overloaded process has little time for requests that it turns away. */
const responses = {
  [jsonMediaType]: create(jsonMediaType),
  [graphqlMediaType]: create(graphqlMediaType),
};

export function turnAway({ accepted: { mediaType } }: HttpRequest): WholeHttpResponse {
  return responses[mediaType === graphqlMediaType ? graphqlMediaType : jsonMediaType];
}

function create(mediaType: string): WholeHttpResponse {
  const extensions = { code: "OVERLOADED" };
  const body = JSON.stringify({ errors: [{ message: overloadMessage, extensions }] });
  return withNoStore({ status: 503, headers: { "content-type": mediaType, ...retrySoon }, body });
}

const intervalMs = 1_000;

type Later = (callback: () => void, ms: number) => void;

interface TurnedAwayOptions {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "countTurnedAway">;
}

/**
 * Logs and counts the requests that were turned away, once a second. Doing this for each request
 * would take longer than turning it away. In a flood of requests, the log would also fill the disk.
 */
export class TurnedAway implements Disposable {
  readonly #options: TurnedAwayOptions;
  readonly #later: Later;
  #count = 0;

  constructor(
    options: TurnedAwayOptions,
    later: Later = (callback, ms) => void setTimeout(callback, ms).unref(),
  ) {
    this.#options = options;
    this.#later = later;
  }

  count(): void {
    this.#count += 1;
    if (this.#count === 1) this.#later(this.#log, intervalMs);
  }

  [Symbol.dispose](): void {
    this.#log();
  }

  readonly #log = () => {
    if (this.#count === 0) return;
    const { log, metrics } = this.#options;
    log.warn({ requests: this.#count }, "requests were turned away");
    metrics.countTurnedAway(this.#count);
    this.#count = 0;
  };
}
