import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from "pino";
import sonicBoom from "sonic-boom";
import { ActiveKeys } from "./gateway/base/active-keys.ts";

export interface Logger extends PinoLogger {
  readonly keys: ActiveKeys;
}

// What waits for a slow reader. Further lines are dropped, so that no request waits.
const maxBacklogBytes = 16 * 1024 * 1024;

type StandardStream = "standard output" | "standard error";

/**
 * A logger that writes JSON lines in the background, and flushes when the process ends.
 * @param stream where to. @default standard output
 */
export function createLogger(level: string, stream: StandardStream = "standard output"): Logger {
  const keys = new ActiveKeys();
  const destination = destinations.get(stream) ?? openStream(stream);
  destinations.set(stream, destination);
  const log = pino(
    { ...options(keys), level, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
  return Object.assign(log, { keys });
}

const destinations = new Map<StandardStream, DestinationStream>();

/**
 * A standard stream, for the lines of all loggers. If its disk is full or its reader has left,
 * lines are lost, but the process keeps running, and can end: pino's own destination would try
 * forever to write the last lines.
 */
function openStream(stream: StandardStream): DestinationStream {
  const backlog = { sync: false, maxLength: maxBacklogBytes };
  let hasReader = true;
  const output = new sonicBoom.SonicBoom({ ...backlog, fd: stream === "standard output" ? 1 : 2 });
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

/**
 * The logger of a program that embeds the gateway: what pino, winston, bunyan and `console` have in
 * common.
 */
export interface LogTarget {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * A logger that forwards its lines to a program's logger, without the keys that it can recognize.
 */
export function createForwardingLogger(level: string, target: LogTarget): Logger {
  const keys = new ActiveKeys();
  const write = (line: string) => {
    const { level: number, msg, ...fields } = JSON.parse(line);
    void forward(target, toLevelName(number), fields, msg);
  };
  const log = pino({ ...options(keys), level, timestamp: false }, { write });
  return Object.assign(log, { keys });
}

// If the program's logger throws or rejects, only the line is lost.
async function forward(
  target: LogTarget,
  level: keyof LogTarget,
  ...line: readonly [object, string]
): Promise<void> {
  try {
    await target[level](...line);
  } catch {}
}

function toLevelName(number: number): keyof LogTarget {
  if (number >= 50) return "error";
  if (number >= 40) return "warn";
  return number >= 30 ? "info" : "debug";
}

const replacement = "[key]";

/**
 * Removes keys from a line of the log: those of requests under way, and values that a URL, a header
 * or a property's name marks as keys. The names of properties stay, even if a key looks like one,
 * because they do not come from callers.
 */
export function scrubLine(line: string, keys: ActiveKeys): string {
  if (!keys.mayBeIn(line) && !/key|bearer|authorization/i.test(line)) return line;
  function hide(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
    if (typeof value !== "string") return value;
    // Headers may be a list in which names and values alternate.
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

const maxCauseDepth = 5;

function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const isShown = cause instanceof Error && depth < maxCauseDepth;
  return {
    type,
    message,
    ...code,
    stack,
    ...(isShown && { cause: describeError(cause, depth + 1) }),
  };
}
