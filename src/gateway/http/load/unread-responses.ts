import type { Ledger, LedgerEntry } from "../../base/ledger.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { HttpRequest } from "../request/http-request.ts";

/** A response is closed if its caller takes less than this in `patienceMs`, and not the rest. */
const minTakenBytes = 64 * 1024;
const patienceMs = 30_000;

const checkMs = 1_000;

interface UnreadResponsesOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly onClosed: (reason: "slow" | "memory") => void;
}

type UnreadResponse = Pick<
  HttpRequest,
  "unreadBytes" | "takenBytes" | "close" | "identity" | "unread"
>;

interface Reading {
  readonly memory: LedgerEntry;
  /** When its caller had last taken enough, and how much in all; null for a stream. */
  mark: { readonly taken: number; readonly at: number } | null;
}

export class UnreadResponses implements Disposable {
  readonly #options: UnreadResponsesOptions;
  readonly #readings = new Map<UnreadResponse, Reading>();
  #stopChecking: (() => void) | undefined;

  constructor(options: UnreadResponsesOptions) {
    this.#options = options;
  }

  add(response: UnreadResponse, bytes: number): void {
    this.#begin(response, this.#mark(response)).set(bytes);
  }

  addFile(response: UnreadResponse): void {
    this.#begin(response, this.#mark(response));
  }

  addStream(response: UnreadResponse): void {
    this.#begin(response, null);
  }

  remove(response: UnreadResponse): void {
    this.#readings.get(response)?.memory.close();
    this.#readings.delete(response);
  }

  [Symbol.dispose](): void {
    this.#stopChecking?.();
  }

  #begin(response: UnreadResponse, mark: Reading["mark"]): LedgerEntry {
    const { ledger, clock } = this.#options;
    const memory = ledger.enter({
      keyDigest: response.identity?.keyDigest ?? null,
      kind: "unread",
      giveUp: () => this.#close(response, "memory"),
    });
    this.#readings.set(response, { memory, mark });
    response.unread = this;
    this.#stopChecking ??= clock.every(checkMs, () => this.#check());
    return memory;
  }

  #mark({ takenBytes: taken }: UnreadResponse): NonNullable<Reading["mark"]> {
    return { taken, at: this.#options.clock.now() };
  }

  #check(): void {
    const now = this.#options.clock.now();
    for (const [response, reading] of [...this.#readings]) {
      const { unreadBytes, takenBytes } = response;
      const { mark, memory } = reading;
      memory.set(unreadBytes);
      if (mark === null) continue;
      const isEnough = unreadBytes === 0 || takenBytes - mark.taken >= minTakenBytes;
      if (isEnough) reading.mark = this.#mark(response);
      else if (now - mark.at >= patienceMs) this.#close(response, "slow");
    }
    if (this.#readings.size > 0) return;
    this.#stopChecking?.();
    this.#stopChecking = undefined;
  }

  #close(response: UnreadResponse, reason: "slow" | "memory"): void {
    this.remove(response);
    this.#options.onClosed(reason);
    response.close();
  }
}
