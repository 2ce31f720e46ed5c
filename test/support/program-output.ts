import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** A program that has both outputs piped. */
type Program = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };

/** What a program writes, to standard output and standard error, and how it exits. */
export class ProgramOutput {
  /** What it has written so far. */
  text = "";
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  readonly #listeners = new Set<() => void>();

  constructor(program: Program) {
    for (const stream of [program.stdout, program.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        this.text += chunk.toString();
        for (const listener of this.#listeners) listener();
      });
    }
    this.exited = once(program, "close").then(([code]) => code);
  }

  /** Resolves when the output has a match; fails when the program ends without one. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
    const look = () => {
      const match = pattern.exec(this.text);
      if (match) resolve(match);
    };
    this.#listeners.add(look);
    look();
    void this.exited.then(() => reject(new Error(`ended without ${pattern}:\n${this.text}`)));
    return promise.finally(() => this.#listeners.delete(look));
  }
}
