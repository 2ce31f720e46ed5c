import { bytesOfString } from "../../gateway/base/collections/memory-size.ts";
import { type ItemKeys, maxIdentifierLength } from "./keys.ts";
import { Pace, type Pause } from "./pace.ts";
import {
  type Compare,
  createReaders,
  type Readers,
  type Scalar,
  type ValueKind,
} from "./values.ts";

export interface Field<Row> {
  readonly kind: ValueKind;
  /** Whether its numbers are times, in milliseconds since 1970. @default false */
  readonly isTime?: boolean;
  readonly read: (row: Row) => Scalar | null;
  /**
   * Converts a filter's operand to the field's kind, such as the text of a time to a number. NaN if
   * it cannot be read.
   */
  readonly readOperand?: (operand: unknown) => unknown;
  readonly compare?: Compare<string>;
}

export interface ListDescription<Row> {
  readonly name: string;
  readonly fields: Readonly<Record<string, Field<Row>>>;
  readonly searched: readonly string[];
  readonly readId: (row: Row) => string;
  /** A record's contents as text, the same text for the same contents. */
  readonly readContents: (row: Row) => string;
  readonly compareIds: Compare<string>;
  readonly readAdditionalData: (row: Row) => Readonly<Record<string, unknown>> | null;
  /**
   * Reads the operand of a comparison of dates, in whole milliseconds since 1970. NaN if it cannot
   * be read.
   */
  readonly readTime: (operand: unknown) => number;
  /**
   * Reads true or false, in any spelling that the list's own boolean fields may have; null for
   * anything else.
   */
  readonly readBoolean: (value: unknown) => boolean | null;
}

export interface ItemKind {
  /** The kind of its values; `any` if the structure does not say. Dates are text. */
  readonly kind: Exclude<ValueKind, "date"> | "any";
  /** Whether its values may be dates. @default unless its kind is number */
  readonly mayHoldDates?: boolean;
}

export interface Item extends ItemKeys, ItemKind {}

export function mayHoldDates(item: ItemKind | undefined): boolean {
  return item?.mayHoldDates ?? item?.kind !== "number";
}

export interface TableOptions<Row> {
  readonly list: ListDescription<Row>;
  readonly rows: readonly Row[];
  /**
   * The items of the structure, if there is one. Of two with the same identifier, the first counts.
   */
  readonly items: readonly Item[];
  readonly pause: Pause;
  readonly maxBytes: number;
}

export interface DerivedValue {
  readonly bytes: number;
}

export interface Derivation<T extends DerivedValue> {
  readonly key: string;
  /** Whether a table keeps it. @default every table does */
  isKept?<Row>(table: Table<Row>): Promise<boolean>;
  /**
   * Whether it is useful for one table only, so that newer tables do not derive it in advance.
   * @default false
   */
  readonly isForOneTable?: boolean;
  derive<Row>(scan: Scan<Row>): Promise<T>;
}

export interface Scan<Row> {
  readonly table: Table<Row>;
  readonly pace: Pace;
}

interface Kept {
  readonly key: string;
  /**
   * How newer tables derive it. Null if they do not: what it refers to, such as another table,
   * would stay in memory.
   */
  readonly derivation: Derivation<DerivedValue> | null;
  readonly value: Promise<DerivedValue>;
  bytes: number;
}

/**
 * The rows of a list, with what queries derive from them. Each value is derived when it is first
 * needed, and kept while there is room.
 */
export class Table<Row> {
  readonly number = takeNumber();
  readonly list: ListDescription<Row>;
  readonly rows: readonly Row[];
  readonly items: ReadonlyMap<string, Item>;
  readonly readers: Readers;
  readonly #limits: Pick<TableOptions<Row>, "pause" | "maxBytes">;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor({ list, rows, items, ...limits }: TableOptions<Row>) {
    this.list = list;
    this.rows = rows;
    const known = items.filter(({ identifier }) => identifier.length <= maxIdentifierLength);
    this.items = new Map(known.toReversed().map((item) => [item.identifier, item]));
    this.readers = createReaders(list.readBoolean);
    this.#limits = limits;
  }

  /** Throws if the items could not be read. Then nothing can be said about additional data. */
  requireItems(): void {}

  get bytes(): number {
    return this.#bytes;
  }

  /** The derived value for these rows. All callers share one, even while it is being derived. */
  async get<T extends DerivedValue>(derivation: Derivation<T>): Promise<T> {
    const { key } = derivation;
    if (!this.#kept.has(key) && (await derivation.isKept?.(this)) === false) {
      return derivation.derive({ table: this, pace: new Pace(this.#limits.pause) });
    }
    const kept = this.#kept.get(key) ?? this.#derive(derivation);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    // A key belongs to one derivation, and so to one type.
    return (await kept.value) as T;
  }

  has({ key }: Pick<Derivation<DerivedValue>, "key">): boolean {
    return this.#kept.has(key);
  }

  async warmUp(older: Table<Row>): Promise<void> {
    for (const { derivation } of [...older.#kept.values()]) {
      if (derivation !== null) await this.get(derivation);
    }
  }

  #derive(derivation: Derivation<DerivedValue>): Kept {
    const scan = { table: this, pace: new Pace(this.#limits.pause) };
    const kept: Kept = {
      key: derivation.key,
      derivation: derivation.isForOneTable ? null : derivation,
      value: derivation.derive(scan),
      bytes: 0,
    };
    void this.#settle(kept);
    return kept;
  }

  async #settle(kept: Kept): Promise<void> {
    try {
      kept.bytes = (await kept.value).bytes + bytesOfString(kept.key);
      this.#bytes += kept.bytes;
    } catch {
      // The waiting callers receive the error. The next caller tries again.
      this.#drop(kept);
    }
    const { maxBytes } = this.#limits;
    // If one value alone exceeds the maximum, the others can stay.
    if (kept.bytes > maxBytes) this.#drop(kept);
    for (const one of this.#kept.values()) {
      if (this.#bytes <= maxBytes) return;
      if (one.bytes > 0) this.#drop(one);
    }
  }

  #drop({ key, bytes }: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= bytes;
  }
}

let lastNumber = 0;

function takeNumber(): number {
  lastNumber += 1;
  return lastNumber;
}
