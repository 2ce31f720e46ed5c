import type { ItemKeys } from "./keys.ts";
import { Pace, type Pause } from "./pace.ts";
import type { Compare, Kind, Scalar } from "./values.ts";

/** A field of a kind of record, as filters and orders name it. */
export interface Field<Row> {
  /** What it is compared as; times are numbers. */
  readonly kind: Kind;
  /** Its value; null where there is none, or none that can be read. */
  readonly read: (row: Row) => Scalar | null;
  /** What a filter compares with, where that does not come as this kind: a time as a number. NaN where it cannot be read. */
  readonly readOperand?: (operand: unknown) => unknown;
  /** The order of its texts, where that is not the one in which people read them. */
  readonly compare?: Compare<string>;
}

/** A kind of record: all that the engine knows of it. */
export interface List<Row> {
  /** Names the list: a cursor of another list is refused. */
  readonly name: string;
  readonly fields: Readonly<Record<string, Field<Row>>>;
  /** The fields that a search looks in, the record's name first. */
  readonly searched: readonly string[];
  /** A record's own id, which no other has, and the order of ids. */
  readonly readId: (row: Row) => string;
  readonly compareIds: Compare<string>;
  /** A record's additional data; null where it has none that can be read. */
  readonly readAdditionalData: (row: Row) => Readonly<Record<string, unknown>> | null;
}

/** An element of the structure of a list's additional data. */
export interface Item extends ItemKeys {
  /** What it is compared as; `any` where the structure does not tell. */
  readonly kind: Kind | "any";
}

/** What a table is made of. */
export interface TableOptions<Row> {
  readonly list: List<Row>;
  /** The rows in the registry's order. */
  readonly rows: readonly Row[];
  /** The items of the structure, if there is one. Of two with one identifier the first counts. */
  readonly items: readonly Item[];
  /** Called between stretches of work that all who wait for it share. */
  readonly pause: Pause;
  /** How many bytes what is worked out may take: what was not used for longest makes room. */
  readonly maxBytes: number;
}

/** Something worked out from a table's rows, and how many bytes it takes beside them. */
export interface Derived {
  readonly bytes: number;
}

/** How something is worked out, and the name by which a table keeps it. */
export interface Derivation<T extends Derived> {
  readonly key: string;
  /** Whether it is about this table's rows and no other's. @default false */
  readonly isOwn?: boolean;
  derive<Row>(scan: Scan<Row>): Promise<T>;
}

/** A table, and the pace at which somebody goes over it. */
export interface Scan<Row> {
  readonly table: Table<Row>;
  readonly pace: Pace;
}

interface Kept {
  readonly derivation: Derivation<Derived>;
  readonly value: Promise<Derived>;
  bytes: number;
}

/** The rows of a list, and what was worked out from them: when it was first asked for, then kept. */
export class Table<Row> {
  readonly list: List<Row>;
  readonly rows: readonly Row[];
  readonly items: ReadonlyMap<string, Item>;
  readonly #limits: Pick<TableOptions<Row>, "pause" | "maxBytes">;
  /** What was used last comes last. */
  readonly #kept = new Map<string, Kept>();

  constructor({ list, rows, items, ...limits }: TableOptions<Row>) {
    this.list = list;
    this.rows = rows;
    this.items = new Map(items.toReversed().map((item) => [item.identifier, item]));
    this.#limits = limits;
  }

  /** The bytes of what is kept, beside those of the rows. */
  get bytes(): number {
    return this.#kept.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** What a derivation gives for these rows: what is under way or done serves all who ask. */
  async get<T extends Derived>(derivation: Derivation<T>): Promise<T> {
    const { key } = derivation;
    const kept = this.#kept.get(key) ?? this.#derive(derivation);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    // The key stands for the derivation, and so for the type of what it gives.
    return (await kept.value) as T;
  }

  /** Works out what another table of the list keeps, so that queries find this one as ready as that. */
  async warmUp(like: Table<Row>): Promise<void> {
    for (const { derivation } of [...like.#kept.values()]) {
      if (!derivation.isOwn) await this.get(derivation);
    }
  }

  #derive(derivation: Derivation<Derived>): Kept {
    const scan = { table: this, pace: new Pace(this.#limits.pause) };
    const kept: Kept = { derivation, value: derivation.derive(scan), bytes: 0 };
    void this.#settle(kept);
    return kept;
  }

  async #settle(kept: Kept): Promise<void> {
    try {
      kept.bytes = (await kept.value).bytes;
    } catch {
      // Whoever waits for it is told; the next one tries again.
      this.#kept.delete(kept.derivation.key);
    }
    const { maxBytes } = this.#limits;
    // What has no room at all is no reason to give up the rest.
    if (kept.bytes > maxBytes) this.#kept.delete(kept.derivation.key);
    for (const [key, { bytes }] of this.#kept) {
      if (this.bytes <= maxBytes) return;
      if (bytes > 0) this.#kept.delete(key);
    }
  }
}
