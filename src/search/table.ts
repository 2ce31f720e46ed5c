import { Pace, type Pause } from "./pace.ts";
import type { Kind, Scalar } from "./values.ts";

/** A field of a kind of record, as filters and orders name it. */
export interface Field<Row> {
  /** What it is compared as; times are numbers. */
  readonly kind: Kind;
  /** Its value; null where there is none, or none that can be read. */
  readonly read: (row: Row) => Scalar | null;
  /** What a filter compares with, where it does not come as this kind: a time as a number, say. Throws for what it cannot read. */
  readonly readOperand?: (operand: unknown) => Scalar;
  /** That a text is a whole number, and ordered by its value. */
  readonly isInteger?: boolean;
}

/** A kind of record: all that the engine knows of it. */
export interface List<Row> {
  /** Names the list: a cursor of another list is refused. */
  readonly name: string;
  readonly fields: Readonly<Record<string, Field<Row>>>;
  /** The names of the fields that a search looks in: the record's name, and the others. */
  readonly searched: { readonly name: string; readonly others: readonly string[] };
  /** A record's own id, which no other has. */
  readonly readId: (row: Row) => string;
  /** What puts ids in order. */
  readonly compareIds: (one: string, other: string) => number;
  /** A record's additional data; null where it has none that can be read. */
  readonly readAdditionalData: (row: Row) => Readonly<Record<string, unknown>> | null;
}

/** An element of the structure of a list's additional data. */
export interface Item {
  readonly identifier: string;
  readonly name: string | null;
  /** What it is compared as; `any` where the structure does not tell. */
  readonly kind: Kind | "any";
}

/** What a table holds of its list. */
export interface TableOptions<Row> {
  /** The rows in the registry's order. */
  readonly rows: readonly Row[];
  /** The items of the structure, if there is one. Of two with one identifier the first counts. */
  readonly items: readonly Item[];
  /** Called between stretches of work that all who wait for it share. */
  readonly pause: Pause;
  /** How many bytes what is worked out from the rows may take; what was not used for longest makes room. Unbounded unless told. */
  readonly maxBytes?: number;
}

/** Something worked out from a table's rows, and how many bytes it takes beside them. */
export interface Derived {
  readonly bytes: number;
}

/** How something is worked out, and the name by which a table keeps it. */
export interface Derivation<T extends Derived> {
  readonly key: string;
  derive<Row>(table: Table<Row>, pace: Pace): Promise<T>;
}

interface Entry {
  readonly derivation: Derivation<Derived>;
  readonly value: Promise<Derived>;
  bytes: number;
}

/** The rows of a list, with what queries need of them: worked out when first asked for, then kept. */
export class Table<Row> {
  readonly list: List<Row>;
  readonly rows: readonly Row[];
  readonly items: ReadonlyMap<string, Item>;
  /** The bytes of what is kept, beside the rows themselves. */
  bytes = 0;
  readonly #pause: Pause;
  readonly #maxBytes: number;
  /** What was used last comes last. */
  readonly #entries = new Map<string, Entry>();

  constructor(list: List<Row>, { rows, items, pause, maxBytes }: TableOptions<Row>) {
    this.list = list;
    this.rows = rows;
    this.items = new Map(items.map((item) => [item.identifier, item] as const).reverse());
    this.#pause = pause;
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY;
  }

  /** What a derivation gives for these rows: one that is under way or done serves all who ask. */
  async get<T extends Derived>(derivation: Derivation<T>): Promise<T> {
    const { key } = derivation;
    const kept = this.#entries.get(key);
    const entry = kept ?? this.#derive(derivation);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    // The key stands for the derivation, and the derivation for its type.
    return (await entry.value) as T;
  }

  /** Works out what another table of the list has kept: the next one is as warm as the last when it takes its place. */
  async warmUp(like: Table<Row>): Promise<void> {
    for (const { derivation } of [...like.#entries.values()]) await this.get(derivation);
  }

  #derive(derivation: Derivation<Derived>): Entry {
    const value = derivation.derive(this, new Pace(this.#pause));
    const entry: Entry = { derivation, value, bytes: 0 };
    void this.#settle(entry);
    return entry;
  }

  async #settle(entry: Entry): Promise<void> {
    const { key } = entry.derivation;
    try {
      entry.bytes = (await entry.value).bytes;
      this.bytes += entry.bytes;
      this.#makeRoom();
    } catch {
      // Whoever waits for it is told; the next one tries again.
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    }
  }

  #makeRoom(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.bytes <= this.#maxBytes) return;
      if (bytes === 0) continue;
      this.#entries.delete(key);
      this.bytes -= bytes;
    }
  }
}
