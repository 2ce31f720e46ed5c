import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from "pino";
import sonicBoom from "sonic-boom";
import { ActiveKeys } from "./active-keys.ts";

/** The process's logger: nothing that it writes holds a key that is known to be one. */
export interface Logger extends PinoLogger {
  /** The keys that requests under way carry: put in and taken out by whoever receives them. */
  readonly keys: ActiveKeys;
}

/** What may wait for a slow reader of standard output, in bytes; what comes beyond is lost, and nobody is held up. */
const longestBacklog = 16 * 1024 * 1024;

/**
 * A logger that writes JSON lines to standard output, a time and a level in each. Lines are written while other work goes on,
 * and what is left of them when the process ends.
 */
export function createLogger(level: string): Logger {
  const keys = new ActiveKeys();
  const log = pino(
    { ...options(keys), level, timestamp: pino.stdTimeFunctions.isoTime },
    openStandardOutput(),
  );
  return Object.assign(log, { keys });
}

/**
 * Standard output, for lines. When its disk is full or its reader has left, lines are lost; the process goes on, and ends when it
 * is to. pino's own destination would try the last lines again for ever.
 */
function openStandardOutput(): DestinationStream {
  let hasReader = true;
  const output = new sonicBoom.SonicBoom({ fd: 1, sync: false, maxLength: longestBacklog });
  output.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") hasReader = false;
  });
  process.once("exit", () => {
    try {
      output.flushSync();
    } catch {}
  });
  return {
    write(line) {
      if (hasReader) output.write(line);
    },
  };
}

function options(keys: ActiveKeys): LoggerOptions {
  return {
    base: null,
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: { streamWrite: (line) => scrubLine(line, keys) },
  };
}

/** Where the lines of a program's own logger go: what pino, winston, bunyan and console have in common. */
export interface LogTarget {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A logger that hands its lines on to a program's own one. What it hands on holds no key that is known to be one. */
export function createForwardingLogger(level: string, target: LogTarget): Logger {
  const keys = new ActiveKeys();
  const write = (line: string) => {
    const { level: rank, msg, ...fields } = JSON.parse(line);
    void handOn(target, nameOfRank(rank), fields, msg);
  };
  const log = pino({ ...options(keys), level, timestamp: false }, { write });
  return Object.assign(log, { keys });
}

/** A logger that fails, at once or later, costs its line: no request, and not the process. */
async function handOn(
  target: LogTarget,
  level: keyof LogTarget,
  ...line: readonly [object, string]
): Promise<void> {
  try {
    await target[level](...line);
  } catch {}
}

/** The names of pino's levels, by their ranks. */
function nameOfRank(rank: number): keyof LogTarget {
  if (rank >= 50) return "error";
  if (rank >= 40) return "warn";
  return rank >= 30 ? "info" : "debug";
}

const replacement = "[key]";

/**
 * A line of the log without the keys under way, and without what looks like a key by its place: in a URL, as a header, under a
 * name. Names of properties stay: they are ours, and a key may be made to look like one.
 */
export function scrubLine(line: string, keys: ActiveKeys): string {
  if (!keys.mayBeIn(line) && !/key|bearer|authorization/i.test(line)) return line;
  function hide(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
    if (typeof value !== "string") return value;
    // Headers may be a list of names and values in turn.
    const label = Array.isArray(this) ? this[Number(name) - 1] : name;
    if (typeof label === "string" && keyNames.test(label)) return replacement;
    return keys
      .hideIn(value, replacement)
      .replace(/([?&]key=)[^&#\s"']+/gi, `$1${replacement}`)
      .replace(/((?:x-api-key["']?[:=,]|bearer)[\s"']*)[^\s"',;]+/gi, `$1${replacement}`);
  }
  return `${JSON.stringify(JSON.parse(line), hide)}\n`;
}

const keyNames = /^(?:key|api_?key|x-api-key|authorization)$/i;

/** Causes of causes that are logged. */
const deepestCause = 5;

/** What is logged of an error: not what a library may have hung on it, such as a request. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const isShown = cause instanceof Error && depth < deepestCause;
  return {
    type,
    message,
    ...code,
    stack,
    ...(isShown && { cause: describeError(cause, depth + 1) }),
  };
}
