import {
  type Failure,
  leftFailure,
  queueTimeoutFailure,
} from "../../../registry-client/failure.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Step } from "../call.ts";
import type { Slots } from "../slots.ts";

/** An attempt begins here, and waits until its key has a slot. Its timeout includes the wait. */
export function createQueue(slots: Slots, clock: Clock, timeoutMs: number): Step {
  return async (call, next) => {
    call.beginAttempt(clock.now() + timeoutMs);
    const { keyDigest } = call;
    if (!slots.take(keyDigest)) {
      let leave: (() => void) | undefined;
      call.hasWaited = true;
      const failure = await call.waitFor<Failure | undefined>(
        (done) => {
          leave = slots.wait({ keyDigest, token: call.budget.token }, () => done(undefined));
        },
        (why) => {
          leave?.();
          return why === "late" ? queueTimeoutFailure : leftFailure;
        },
      );
      if (failure) return failure;
    }
    try {
      return clock.now() < call.dueAt ? await next(call) : queueTimeoutFailure;
    } finally {
      slots.release(keyDigest);
    }
  };
}
