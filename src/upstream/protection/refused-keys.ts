import { LRUCache } from "lru-cache";
import type { Failure } from "../http/failure.ts";

/** How long a key that was refused is not asked again. */
const pauseMs = 1_000;

/** Keys that are remembered; of more at once those refused longest ago are asked again too soon. */
const rememberedKeys = 10_000;

interface Refusal {
  readonly failure: Failure;
  readonly until: number;
}

/**
 * What the registry has just refused: asked again at once, it would say the same. A key that it has never answered is refused
 * wherever it is used; one that it has may be refused for one endpoint only.
 */
export class RefusedKeys {
  readonly #refusals = new LRUCache<string, Refusal>({ max: rememberedKeys });
  #lastUntil = 0;

  /** @param template of the one endpoint that is refused; undefined: all are. */
  add(
    lane: string,
    template: string | undefined,
    refusal: { failure: Failure; now: number },
  ): void {
    const until = refusal.now + pauseMs;
    this.#refusals.set(nameOf(lane, template), { failure: refusal.failure, until });
    this.#lastUntil = until;
  }

  /** The registry has answered a key: if it refuses some endpoint, it does not refuse all. */
  clear(lane: string): void {
    this.#refusals.delete(lane);
  }

  /** How a call would be refused; undefined: that is not known. */
  find(lane: string, template: string, now: number): Failure | undefined {
    // Nearly always: nobody was refused a moment ago.
    if (now >= this.#lastUntil) return undefined;
    const refusal = this.#refusals.get(lane) ?? this.#refusals.get(nameOf(lane, template));
    return refusal && now < refusal.until ? refusal.failure : undefined;
  }
}

/** No lane is the beginning of another with this between: a digest holds no space. */
function nameOf(lane: string, template: string | undefined): string {
  return template === undefined ? lane : `${lane} ${template}`;
}
