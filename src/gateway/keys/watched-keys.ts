import { statSync } from "node:fs";
import type { Logger } from "pino";
import type { Clock } from "../base/time/clock.ts";
import { WatchedFile } from "../base/watched-file.ts";
import { decodeKeysFile, type KeysFile, parseKeysFile } from "./keys-file.ts";

export type WatchedKeys = WatchedFile<KeysFile>;

/**
 * Watches a keys file, and warns if others on the machine may read it.
 * @throws FileError if it is missing or broken.
 */
export function watchKeys(options: {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
}): WatchedKeys {
  const { path, log } = options;
  const watched = new WatchedFile({
    ...options,
    setting: "KEYS_FILE",
    parse: (bytes) => parseKeysFile(decodeKeysFile(bytes)),
  });
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if ((mode & 0o004) !== 0) {
    log.warn({ file: path }, "others on this machine may read KEYS_FILE: see its mode");
  }
  return watched;
}
