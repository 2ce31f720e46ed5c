import { bytesOfString } from "../../base/collections/memory-size.ts";
import type { Clock } from "../../base/time/clock.ts";
import { Kept } from "../../once/kept.ts";
import {
  type GraphqlResponse,
  maxCacheKeyLength,
  type SettledGraphqlResponse,
  withoutMade,
} from "../responses.ts";

const maxBytes = 16 * 1024 * 1024;

/** The assumed size of a response whose execution has not ended. */
const expectedBytes = 2_000;

/**
 * The responses to events. An event is executed once for all subscriptions that share its response.
 */
export class SharedEvents {
  readonly #responses: Kept<{
    readonly response: Promise<GraphqlResponse>;
    readonly bytes: number;
  }>;
  readonly #clock: Clock;

  constructor(maxMs: number, clock: Clock) {
    this.#clock = clock;
    this.#responses = new Kept({
      maxBytes,
      bytesOf: ({ bytes }) => bytes,
      ageLimit: { maxMs, clock },
    });
  }

  async findOrExecute(
    {
      keyDigest,
      cacheKey,
      position,
    }: {
      readonly keyDigest: string;
      readonly cacheKey: string;
      readonly position: number;
    },
    execute: () => Promise<GraphqlResponse>,
  ): Promise<SettledGraphqlResponse> {
    if (cacheKey.length > maxCacheKeyLength) return { response: await execute(), reuse: "none" };
    const name = `${position} ${cacheKey}`;
    const kept = this.#responses.get(keyDigest, name);
    if (kept !== undefined) return { response: await kept.response, reuse: "joined" };
    const askedAt = this.#clock.now();
    const execution = joinPieces(execute());
    const toKeep = leaveOutMade(execution);
    // Whoever executes it is told of its failure by `execution`.
    toKeep.catch(() => {});
    const keep = (bytes: number) =>
      this.#responses.set(keyDigest, name, { response: toKeep, bytes }, askedAt);
    // The next subscription tries again.
    const forget = () => {
      const isKept = this.#responses.get(keyDigest, name)?.response === toKeep;
      if (isKept) this.#responses.delete(keyDigest, name);
    };
    keep(expectedBytes);
    try {
      const response = await execution;
      const { body } = response;
      if (response.errorCodes.length > 0) forget();
      else keep(typeof body === "string" ? bytesOfString(body) : body.length);
      return { response, reuse: "none" };
    } catch (error) {
      forget();
      throw error;
    }
  }
}

/**
 * A body that was written piece by piece keeps all its pieces, which take several times the memory
 * of its text. Sending it does not join them, because each subscription sends it as a part of a
 * larger string.
 */
async function joinPieces(execution: Promise<GraphqlResponse>): Promise<GraphqlResponse> {
  const response = await execution;
  const { body } = response;
  return typeof body === "string" ? { ...response, body: Buffer.from(body).toString() } : response;
}

async function leaveOutMade(execution: Promise<GraphqlResponse>): Promise<GraphqlResponse> {
  return withoutMade(await execution);
}
