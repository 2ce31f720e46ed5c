import { type Logger as PinoLogger, pino } from "pino";

/** The process's logger: nothing that it writes holds a key that is known to be one. */
export interface Logger extends PinoLogger {
  /** The keys that requests under way carry: put in and taken out by whoever receives them. */
  readonly keys: KeysUnderWay;
}

/** What may wait for a slow reader of standard output, in bytes; what comes beyond is lost, and nobody is held up. */
const longestBacklog = 16 * 1024 * 1024;

/**
 * A logger that writes JSON lines to standard output, a time and a level in each. Lines are written while other work goes on,
 * and what is left of them when the process ends.
 */
export function createLogger(level: string): Logger {
  const keys = new KeysUnderWay();
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: { streamWrite: (line) => keys.scrub(scrubPatterns(line)) },
    },
    pino.destination({ dest: 1, sync: false, maxLength: longestBacklog }),
  );
  return Object.assign(log, { keys });
}

const replacement = "[key]";

/** Texts that no line of a log may hold. */
export class KeysUnderWay {
  /** How many requests carry a key, by each form in which a line may hold it. */
  readonly #forms = new Map<string, number>();

  /** Hides a key, until it has been removed as often as it was added. */
  add(key: string): void {
    for (const form of toForms(key)) this.#forms.set(form, (this.#forms.get(form) ?? 0) + 1);
  }

  remove(key: string): void {
    for (const form of toForms(key)) {
      const count = this.#forms.get(form) ?? 0;
      if (count > 1) this.#forms.set(form, count - 1);
      else this.#forms.delete(form);
    }
  }

  /** A line of JSON without the keys. Names of properties stay: they are ours, and a key may be made to look like one. */
  scrub(line: string): string {
    let scrubbed = line;
    for (const form of this.#forms.keys()) {
      if (!scrubbed.includes(form)) continue;
      scrubbed = scrubbed.replace(jsonStrings, (text) =>
        text.endsWith(":") ? text : text.replaceAll(form, replacement),
      );
    }
    return scrubbed;
  }
}

/** Each with the colon that tells the name of a property. */
const jsonStrings = /"(?:[^"\\]|\\.)*":?/g;

/** A key as a header brings it, as it was meant, and as a URL holds it, each as JSON writes it. */
function toForms(key: string): readonly string[] {
  if (/^[\w.~-]+$/.test(key)) return [key];
  const meant = Buffer.from(key, "latin1").toString("utf8");
  const inUrl = encodeURIComponent(meant.toWellFormed());
  return [...new Set([key, meant, inUrl])].map((form) => JSON.stringify(form).slice(1, -1));
}

/** Takes out what looks like a key by what stands before it: in a URL, a header, or an object. */
function scrubPatterns(line: string): string {
  if (!/key|bearer/i.test(line)) return line;
  return line
    .replace(/([?&]key=)[^&#\s"'\\]+/gi, `$1${replacement}`)
    .replace(
      /(x-api-key[\s"'\\:=,]+|bearer +|\bkey\\?"[\s:]+\\?")[^\s"'\\,;]+/gi,
      `$1${replacement}`,
    );
}

/** What is logged of an error: not what a library may have hung on it, such as a request. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack, cause } = error;
  const code = "code" in error ? { code: error.code } : {};
  return {
    type,
    message,
    ...code,
    stack,
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}
