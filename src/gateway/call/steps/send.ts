import {
  connectTimeoutFailure,
  type Failure,
  leftFailure,
  queueTimeoutFailure,
  timeoutFailure,
} from "../../../registry-client/failure.ts";
import type { SentCall } from "../../../registry-client/http-client.ts";
import type { Received } from "../../../registry-client/response-reader.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Call, Outcome, Step } from "../call.ts";
import type { RetryBudget } from "../retry-budget.ts";

interface SendOptions {
  readonly sender: {
    send(call: SentCall, done: (received: Received) => void): void;
    sendOnNewConnection(call: SentCall, done: (received: Received) => void): void;
  };
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly retryBudget: RetryBudget;
}

export function createSend({ sender, clock, timeoutMs, retryBudget }: SendOptions): Step {
  const receive = (call: Call, received: Received): Outcome => {
    call.isOpen = false;
    call.response = undefined;
    if ("failure" in received) return received.failure;
    return { value: undefined, sentAt: call.sentAt ?? 0, bodyBytes: 0, sent: received.sent };
  };

  const giveUp = (call: Call, why: "late" | "left"): Failure => {
    const { response, sentAt = 0 } = call;
    call.isOpen = false;
    call.response = undefined;
    response?.abort();
    if (why === "left") return leftFailure;
    // An error status says more than a timeout, even if its body has not ended.
    if (response?.failure) return response.failure;
    // Silence means trouble only if the registry had enough time to answer.
    if (clock.now() - sentAt < timeoutMs / 2) return queueTimeoutFailure;
    return response?.isSent ? timeoutFailure : connectTimeoutFailure;
  };

  return (call) =>
    call.waitFor<Outcome>(
      (done) => {
        const now = clock.now();
        if (call.retries === 0) retryBudget.countCall(now);
        call.sentAt = now;
        sender.send(call, (received) => {
          if (!("failure" in received) || received.failure.retry !== "reconnect") {
            done(receive(call, received));
            return;
          }
          // The registry closed the old connection while it was idle, and has most likely not read
          // the call. This is not a retry.
          sender.sendOnNewConnection(call, (again) => done(receive(call, again)));
        });
      },
      (why) => giveUp(call, why),
    );
}
