import type { RegistryErrorCode } from "../../../../src/gateway/base/errors.ts";
import type { Question } from "./questions.ts";

/** How an attempt has ended, as the registry's side saw it. */
export interface Outcome {
  /** The question that made the call. */
  readonly of: Question;
  readonly at: number;
  readonly moment: number;
  /** Undefined for a success. */
  readonly code: RegistryErrorCode | undefined;
  readonly isDown: boolean;
  /** Whether the registry was never reached. */
  readonly isUnreachable: boolean;
  /** Whether the registry had answered the key before. */
  readonly isKeyKnown: boolean;
}

/** What has happened that may explain why a question failed. */
export class Evidence {
  readonly #outcomes: Outcome[] = [];

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  /** Whether an attempt for an equal question ended so, after this one was asked. */
  hasFailed(question: Question, code: RegistryErrorCode): boolean {
    return this.#outcomes.some(
      (one) => one.code === code && one.moment > question.moment && one.of.isEqualTo(question),
    );
  }

  /** Whether the registry refused the key a second before the question, or later: everywhere, or where the question was asked. */
  isKeyRefused({ key, subject, at }: Question): boolean {
    return this.#outcomes.some(
      ({ code, of, at: refusedAt, isKeyKnown }) =>
        code === "UNAUTHENTICATED" &&
        of.key === key &&
        refusedAt > at - 1_000 &&
        (!isKeyKnown || of.subject.template === subject.template),
    );
  }

  /** Whether so many attempts have failed that calls such as this one may be refused. */
  mayCircuitRefuse(question: Question): boolean {
    const ofGrain = this.#outcomes.filter(({ of }) => of.isOfSameGrain(question));
    if (longestStreak(ofGrain) >= 5) return true;
    return this.#outcomes.filter(({ isUnreachable }) => isUnreachable).length >= 5;
  }
}

/** How many attempts have failed with none between that reached a registry that works. */
function longestStreak(outcomes: readonly Outcome[]): number {
  let longest = 0;
  let streak = 0;
  for (const { isDown, isUnreachable } of outcomes) {
    if (isDown) streak += 1;
    else if (!isUnreachable) streak = 0;
    longest = Math.max(longest, streak);
  }
  return longest;
}
