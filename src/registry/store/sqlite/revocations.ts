import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { StoreError } from "../store.ts";

/**
 * The keys of a SQLite file that were revoked while another process was writing to it. Only one
 * process can write, and an import may do so for hours, but a leaked key must be refused now. So
 * such a revocation is an empty file beside the database, named after the key's id. Every registry
 * looks for it at each request. Who opens the database next removes the key, and then the file.
 */
export class Revocations {
  readonly #file: string;
  readonly #folder: string;
  readonly #prefix: string;

  constructor(file: string) {
    this.#file = file;
    this.#folder = dirname(file);
    this.#prefix = `${basename(file)}-revoked-`;
  }

  has(keyId: string): boolean {
    return existsSync(this.#nameFile(keyId));
  }

  add(keyId: string): void {
    try {
      writeFileSync(this.#nameFile(keyId), "");
    } catch (cause) {
      const problem = "another process is writing to it, and no file can be made beside it";
      throw new StoreError(`${this.#file}: ${problem}`, { cause });
    }
  }

  /** @param removeKey removes a key from the database. */
  settle(removeKey: (keyId: string) => void): void {
    try {
      const names = readdirSync(this.#folder).filter((name) => name.startsWith(this.#prefix));
      for (const keyId of names.map((name) => name.slice(this.#prefix.length))) {
        removeKey(keyId);
        rmSync(this.#nameFile(keyId));
      }
    } catch {
      // Somebody is writing, or this user may not. The files still refuse these keys.
    }
  }

  #nameFile(keyId: string): string {
    return join(this.#folder, this.#prefix + keyId);
  }
}
