import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * The keys of a SQLite file that were revoked while another process was writing to it. Only one
 * process can write, and an import may do so for hours, but a leaked key must be refused now. So
 * such a revocation is an empty file beside the database, named after the key's id. Every registry
 * looks for it at each request. The next change of the database removes the key, and then the file.
 */
export class Revocations {
  readonly #folder: string;
  readonly #prefix: string;

  constructor(file: string) {
    this.#folder = dirname(file);
    this.#prefix = `${basename(file)}-revoked-`;
  }

  has(keyId: string): boolean {
    return statSync(this.#nameFile(keyId), { throwIfNoEntry: false }) !== undefined;
  }

  list(): readonly string[] {
    let names: readonly string[] = [];
    try {
      names = readdirSync(this.#folder);
    } catch {
      // The folder may be one that this user cannot list.
    }
    return names
      .filter((name) => name.startsWith(this.#prefix))
      .map((name) => decodeURIComponent(name.slice(this.#prefix.length)));
  }

  /** Revokes a key. Afterwards, the revocation survives a power failure. */
  add(keyId: string): void {
    closeSync(openSync(this.#nameFile(keyId), "a"));
    const folder = openSync(this.#folder, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }

  remove(keyIds: readonly string[]): void {
    for (const keyId of keyIds) {
      try {
        rmSync(this.#nameFile(keyId), { force: true });
      } catch {
        // Such a file, of another user perhaps, refuses a key that does not exist any more.
      }
    }
  }

  #nameFile(keyId: string): string {
    return join(this.#folder, this.#prefix + encodeURIComponent(keyId));
  }
}
