import { closedFailure } from "../../../registry-client/failure.ts";
import { DenseSet } from "../../base/collections/dense-set.ts";
import { RegistryError } from "../../base/errors.ts";
import type { Clock } from "../../base/time/clock.ts";
import { UnderWay } from "../../once/under-way.ts";
import type { Call, Next, Step } from "../call.ts";

/**
 * How often the time is checked while calls are under way. Unless the event loop is busy, timeouts,
 * deadlines and retries are at most this late.
 */
const tickMs = 20;

export class Flights {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #calls = new DenseSet<Call>();
  readonly #byCacheKey = new UnderWay<Call>();
  #stopTicking: (() => void) | undefined;

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  get pausing(): number {
    return this.#calls.list().filter(({ isPausing }) => isPausing).length;
  }

  /** It costs nothing, if no part of the equal call's response is here. */
  readonly join: Step = (call, next) => {
    const now = this.#clock.now();
    const { budget, restCall } = call;
    if (budget.isOver(now)) return Promise.reject(budget.deadlineError(restCall.template));
    const equal = this.#byCacheKey.find(call.keyDigest, call.cacheKey);
    if (!equal?.isJoinable(now, this.#timeoutMs / 2)) return next(call);
    budget.shared += 1;
    return equal.join(budget, now);
  };

  readonly lead: Step = (call, next) => {
    const { budget, restCall } = call;
    if (!budget.hasCallLeft) {
      const reason = `not called, because this request has used up its ${budget.maxCalls} calls`;
      return Promise.reject(new RegistryError("REGISTRY_CALL_LIMIT", restCall.template, reason));
    }
    budget.countCall(restCall);
    const outcome = call.join(budget, this.#clock.now());
    this.#calls.add(call);
    this.#byCacheKey.add(call);
    // Between attempts no socket is open. Only this timer keeps a program running while it waits.
    this.#stopTicking ??= this.#clock.every(tickMs, () => this.#tick(), { keepsAlive: true });
    void this.#fly(call, next);
    return outcome;
  };

  close(): void {
    this.#stopTicking?.();
    for (const call of this.#calls.list())
      call.end(this.#clock.now(), (waiter, now) => waiter.succeed(closedFailure, now));
  }

  async #fly(call: Call, next: Next): Promise<void> {
    let settle: Parameters<Call["end"]>[1];
    try {
      const outcome = await next(call);
      settle = (waiter, now) => waiter.succeed(outcome, now);
    } catch (error) {
      settle = (waiter, now) => waiter.fail(error, now);
    }
    this.#byCacheKey.remove(call);
    this.#calls.remove(call);
    call.end(this.#clock.now(), settle);
  }

  #tick(): void {
    const now = this.#clock.now();
    for (const call of this.#calls.list()) call.tick(now);
    if (this.#calls.size > 0) return;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }
}
