import type { RegistryErrorCode } from "../errors.ts";
import type { RequestScope } from "./request-scope.ts";

/** One attempt of a call that has ended, as metrics, logs and spans may show it. */
export interface CallReport {
  readonly template: string;
  /** The request that it was made for; undefined: nobody waits for it any more. */
  readonly scope: RequestScope | undefined;
  /** When it was sent, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Until its answer was read, or until it failed. */
  readonly durationMs: number;
  /** How many attempts of the same call failed before. */
  readonly retries: number;
  /** What the registry answered; undefined: nothing. */
  readonly status: number | undefined;
  /** How it failed; undefined: it did not. */
  readonly code: RegistryErrorCode | undefined;
}
