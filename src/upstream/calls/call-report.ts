import type { RegistryErrorCode } from "../errors.ts";
import type { RequestScope } from "./request-scope.ts";

/** An attempt of a call that has ended, as metrics, logs and spans may show it. */
export interface CallReport {
  readonly template: string;
  /** The request that it was made for; undefined: nobody waited for it any more. */
  readonly scope: RequestScope | undefined;
  /** When it was sent, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Until its answer was read, or it failed. */
  readonly durationMs: number;
  /** How many retries of the same call came before. */
  readonly retries: number;
  /** The status that the registry answered; undefined: none came. */
  readonly status: number | undefined;
  /** How it failed; undefined: it succeeded. */
  readonly code: RegistryErrorCode | undefined;
}
