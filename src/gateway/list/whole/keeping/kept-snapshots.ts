import type { Ledger, LedgerEntry } from "../../../base/ledger.ts";
import type { Snapshot } from "../snapshot.ts";

interface Kept {
  readonly snapshot: Snapshot;
  readonly memory: LedgerEntry;
}

/**
 * The snapshots that are kept for the next request, by name. One that is given up to free memory is
 * dropped; the requests that use it go on with it.
 */
export class KeptSnapshots {
  readonly #ledger: Ledger;
  readonly #kept = new Map<string, Kept>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  get size(): number {
    return this.#kept.size;
  }

  get(name: string): Snapshot | undefined {
    return this.#kept.get(name)?.snapshot;
  }

  keep(name: string, snapshot: Snapshot): void {
    this.drop(name);
    const { keyDigest } = snapshot;
    const giveUp = () => void this.#kept.delete(name);
    const memory = this.#ledger.enter({ keyDigest, kind: "snapshots", giveUp });
    this.#kept.set(name, { snapshot, memory });
    memory.set(snapshot.bytes);
  }

  drop(name: string): void {
    this.#kept.get(name)?.memory.close();
    this.#kept.delete(name);
  }

  measure(isYoung: (snapshot: Snapshot) => boolean): void {
    for (const [name, { snapshot, memory }] of [...this.#kept]) {
      if (isYoung(snapshot)) memory.set(snapshot.bytes);
      else this.drop(name);
    }
  }
}
