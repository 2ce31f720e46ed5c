import { type BigIntStats, readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Logger } from "pino";
import type { Clock } from "./time/clock.ts";

const lookMs = 2_000;
const complainMs = 60_000;

// The message has a line for each mistake in a file.
export class FileError extends Error {
  override readonly name: string = "FileError";
}

/**
 * The file that a setting names. It is looked at every two seconds, through symlinks, and read
 * again if it changed. While it is missing or broken, what it said last stays in force.
 */
export class WatchedFile<T> implements Disposable {
  readonly #options: ConstructorParameters<typeof WatchedFile<T>>[0];
  readonly #stopLooking: () => void;
  #current: T;
  #bytes: Buffer;
  #stamp: string;
  // It is read at the next look even if it seems unchanged: two writes may have the same time.
  #mayHaveChanged = true;
  #mistake: string | null = null;
  #complainedAt = 0;
  #look: Promise<void> | undefined;

  /**
   * @param options.parse throws `FileError` for what is wrong with the file.
   * @throws FileError
   */
  constructor(options: {
    readonly path: string;
    readonly setting: string;
    readonly parse: (bytes: Buffer) => T;
    readonly clock: Clock;
    readonly log: Pick<Logger, "info" | "error">;
  }) {
    const { path, parse, clock } = options;
    this.#options = options;
    try {
      this.#stamp = toStamp(checkIsFile(statSync(path, { bigint: true })));
      this.#bytes = readFileSync(path);
    } catch (error) {
      throw new FileError(toMistake(error, path));
    }
    this.#current = parse(this.#bytes);
    this.#stopLooking = clock.every(lookMs, () => void this.look());
  }

  get current(): T {
    return this.#current;
  }

  get isOk(): boolean {
    return this.#mistake === null;
  }

  look(): Promise<void> {
    this.#look ??= this.#lookOnce().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  [Symbol.dispose](): void {
    this.#stopLooking();
  }

  async #lookOnce(): Promise<void> {
    const { path, setting, parse, log } = this.#options;
    try {
      const stamp = toStamp(checkIsFile(await stat(path, { bigint: true })));
      if (stamp === this.#stamp && !this.#mayHaveChanged) {
        if (this.#mistake !== null) this.#complain(this.#mistake);
        return;
      }
      this.#mayHaveChanged = stamp !== this.#stamp;
      this.#stamp = stamp;
      const bytes = await readFile(path);
      if (!bytes.equals(this.#bytes)) {
        this.#current = parse(bytes);
        this.#bytes = bytes;
      }
      if (this.#mistake !== null) log.info({ file: path }, `${setting} is in order again`);
      this.#mistake = null;
    } catch (error) {
      // A file that is missing has no stamp: whatever comes in its place is read.
      if (!(error instanceof FileError)) this.#stamp = "";
      this.#complain(toMistake(error, path));
    }
  }

  // At once, and again each minute while it stays.
  #complain(mistake: string): void {
    const { path, setting, clock, log } = this.#options;
    const now = clock.now();
    const isKnown = mistake === this.#mistake;
    this.#mistake = mistake;
    if (isKnown && now - this.#complainedAt < complainMs) return;
    this.#complainedAt = now;
    log.error(
      { file: path, mistakes: mistake.split("\n").slice(0, maxLogged) },
      `${setting} is broken: what it said before stays in force`,
    );
  }
}

const maxLogged = 20;

// Symlinks are followed.
function toStamp({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

/**
 * @throws NotFileError for a pipe, of which reading would wait for a writer, a folder or a device.
 */
function checkIsFile(stats: BigIntStats): BigIntStats {
  if (!stats.isFile()) throw new NotFileError("is not a regular file");
  return stats;
}

class NotFileError extends Error {}

function toMistake(error: unknown, path: string): string {
  if (error instanceof FileError) return error.message;
  if (error instanceof NotFileError) return `${path} ${error.message}`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return `${path} cannot be read (${code})`;
}
