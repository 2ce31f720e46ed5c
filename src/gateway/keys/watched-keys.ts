import { type BigIntStats, readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Logger } from "pino";
import type { Clock } from "../base/time/clock.ts";
import { decodeKeysFile, type KeysFile, KeysFileError, parseKeysFile } from "./keys-file.ts";

const lookMs = 2_000;
const complainMs = 60_000;

/**
 * A keys file that is looked at every two seconds, through symlinks, and read again if it changed.
 * While it is missing or broken, what it said last stays in force.
 */
export class WatchedKeys implements Disposable {
  readonly #options: ConstructorParameters<typeof WatchedKeys>[0];
  readonly #stopLooking: () => void;
  #current: KeysFile;
  #stamp: string;
  /** It is read at the next look even if it seems unchanged: two writes may have the same time. */
  #mayHaveChanged = true;
  #mistake: string | null = null;
  #complainedAt = 0;
  #look: Promise<void> | undefined;

  constructor(options: {
    readonly path: string;
    readonly clock: Clock;
    readonly log: Pick<Logger, "info" | "warn" | "error">;
  }) {
    const { path, clock, log } = options;
    this.#options = options;
    try {
      const found = checkIsFile(statSync(path, { bigint: true }));
      this.#stamp = toStamp(found);
      if ((found.mode & 0o004n) !== 0n) {
        log.warn({ file: path }, "others on this machine may read KEYS_FILE: see its mode");
      }
      this.#current = parseKeysFile(decodeKeysFile(readFileSync(path)));
    } catch (error) {
      throw new KeysFileError(toMistake(error));
    }
    this.#stopLooking = clock.every(lookMs, () => void this.look());
  }

  get current(): KeysFile {
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
    const { path, log } = this.#options;
    try {
      const stamp = toStamp(checkIsFile(await stat(path, { bigint: true })));
      if (stamp === this.#stamp && !this.#mayHaveChanged) {
        if (this.#mistake !== null) this.#complain(this.#mistake);
        return;
      }
      this.#mayHaveChanged = stamp !== this.#stamp;
      this.#stamp = stamp;
      this.#current = parseKeysFile(decodeKeysFile(await readFile(path)));
      if (this.#mistake !== null) log.info({ file: path }, "KEYS_FILE is in order again");
      this.#mistake = null;
    } catch (error) {
      // A file that is missing has no stamp: whatever comes in its place is read.
      if (!(error instanceof KeysFileError)) this.#stamp = "";
      this.#complain(toMistake(error));
    }
  }

  // At once, and again each minute while it stays.
  #complain(mistake: string): void {
    const now = this.#options.clock.now();
    const isKnown = mistake === this.#mistake;
    this.#mistake = mistake;
    if (isKnown && now - this.#complainedAt < complainMs) return;
    this.#complainedAt = now;
    this.#options.log.error(
      { file: this.#options.path, mistakes: mistake.split("\n").slice(0, maxLogged) },
      "KEYS_FILE is broken: what it said before stays in force",
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
  if (!stats.isFile()) throw new NotFileError("it is not a regular file");
  return stats;
}

class NotFileError extends Error {}

function toMistake(error: unknown): string {
  if (error instanceof KeysFileError || error instanceof NotFileError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return `it cannot be read (${code})`;
}
