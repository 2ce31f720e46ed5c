import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Settings } from "../../../settings.ts";
import type { ActiveKeys } from "../../base/active-keys.ts";
import type { KeyMemory } from "../../base/key-memory.ts";
import type { HttpRequest } from "../request/http-request.ts";

const keyShare = 1 / 2;
const strangersShare = 1 / 4;

/** By how much the event loop may be late, on average in the last second. */
const maxDelayMs = 250;
const measureMs = 1_000;

/**
 * Premise: so few requests do not overload a process. If its event loop is late then, the machine
 * is busy with something else, and to turn one of them away helps nobody.
 */
const fewUnderWay = 10;

interface AdmissionOptions {
  readonly settings: Pick<Settings, "MAX_REQUESTS_UNDER_WAY">;
  readonly keys: Pick<ActiveKeys, "digestOf">;
  readonly keyMemory: Pick<KeyMemory, "isKnown" | "noteAnswer">;
}

/**
 * Decides which requests begin, before anything is stored for them. Those without a key, and with a
 * key that the registry has never answered, are strangers: together they count as one owner.
 */
export class Admission implements Disposable {
  readonly #options: AdmissionOptions;
  readonly #counts = new Map<string | null, number>();
  readonly #delay = monitorEventLoopDelay();
  readonly #timer: NodeJS.Timeout;
  #size = 0;
  #isLate = false;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#delay.enable();
    this.#timer = setInterval(() => this.#measure(), measureMs).unref();
  }

  get size(): number {
    return this.#size;
  }

  /** Identifies a request's caller. Returns the digest of his key if that is known; else null. */
  identify(request: HttpRequest): string | null {
    const { keys, keyMemory } = this.#options;
    const { key } = request;
    if (key === null) return null;
    const keyDigest = keys.digestOf(key);
    request.identity = { key, keyDigest };
    // Whoever wrote the file of tokens vouches for the keys in it.
    if (request.bearer !== undefined) keyMemory.noteAnswer(keyDigest);
    return keyMemory.isKnown(keyDigest) ? keyDigest : null;
  }

  /** Lets a request begin, until `leave` is called. @param owner what `identify` has returned. */
  enter(owner: string | null): boolean {
    const { MAX_REQUESTS_UNDER_WAY: max } = this.#options.settings;
    if (this.#size >= max || (this.#isLate && this.#size >= fewUnderWay)) return false;
    const share = owner === null ? strangersShare : keyShare;
    const count = this.#counts.get(owner) ?? 0;
    if (count >= Math.ceil(max * share)) return false;
    this.#size += 1;
    this.#counts.set(owner, count + 1);
    return true;
  }

  leave(owner: string | null): void {
    this.#size -= 1;
    const left = (this.#counts.get(owner) ?? 1) - 1;
    if (left > 0) this.#counts.set(owner, left);
    else this.#counts.delete(owner);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  #measure(): void {
    this.noteDelay(this.#delay.mean / 1e6);
    this.#delay.reset();
  }

  noteDelay(ms: number): void {
    this.#isLate = ms > maxDelayMs;
  }
}
