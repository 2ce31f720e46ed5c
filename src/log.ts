import { type Logger, pino } from "pino";

export type { Logger };

/** A logger that writes JSON lines to standard output, a time and a level in each. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
