import type { LogTarget } from "../../src/log.ts";

/** A line of a log, with its message. */
export interface LoggedLine {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** A program's logger that keeps each line. */
export function collectLines(): { readonly lines: LoggedLine[]; readonly log: LogTarget } {
  const lines: LoggedLine[] = [];
  const add = (fields: object, message: string) => void lines.push({ ...fields, message });
  return { lines, log: { debug: add, info: add, warn: add, error: add } };
}
