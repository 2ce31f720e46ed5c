import type { WriteStream } from "node:tty";

const pauseMs = 100;

const width = 30;

/**
 * A bar on a console's last line, such as `██████░░░░ 1,200 records`. It begins to show with the
 * first update, and nothing else may be written to the console until it has stopped.
 */
export class ProgressBar {
  readonly #total: number;
  readonly #describe: (done: number) => string;
  readonly #console: Pick<WriteStream, "write" | "columns">;
  #done = 0;
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(
    total: number,
    describe: (done: number) => string,
    console: Pick<WriteStream, "write" | "columns"> = process.stderr,
  ) {
    this.#total = total;
    this.#describe = describe;
    this.#console = console;
  }

  update(done: number): void {
    this.#done = done;
    const now = performance.now();
    if (now < this.#drawnAt + pauseMs) return;
    this.#drawnAt = now;
    this.#draw();
  }

  stop(end: "keep" | "clear"): void {
    if (end === "clear") {
      this.#console.write(clearedLine);
      return;
    }
    this.#draw();
    this.#console.write("\n");
  }

  #draw(): void {
    const share = this.#total > 0 ? Math.min(this.#done / this.#total, 1) : 1;
    const full = Math.round(share * width);
    const bar = "█".repeat(full) + "░".repeat(width - full);
    const line = `${bar} ${this.#describe(this.#done)}`;
    // A longer line would wrap, and could not be cleared. Some consoles do not tell their width.
    this.#console.write(clearedLine + line.slice(0, (this.#console.columns || 80) - 1));
  }
}

const clearedLine = "\r\x1b[K";
