/** Where a record comes to stand when it is added or edited. */
export type Order = "insertion" | "updated" | "updated, newest first" | "name";

/** A row of a list. Every edit makes a new one. */
export interface Row {
  /** Null: the row has no id. */
  readonly id: string | number | null;
  readonly isHidden: boolean;
  /** Whether another row has the same id. Such rows are never edited. */
  readonly isDouble: boolean;
  /** Whether the registry fails when it is to send it. Such rows are never edited. */
  readonly isBroken: boolean;
  /** The moment since which it has been in the list, unedited and in its place. */
  readonly since: number;
  /** The moment since which it has had these contents. */
  readonly changed: number;
  /** The moment since which its record has been in the list, edited or not. */
  readonly added: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * What happens to a list between two calls. Places are fractions of the list. `move`: removed, and added again with other contents.
 * `put back`: added again as it was. `hide`: still counted and paged, but no longer shown. `show`: the reverse.
 */
export interface Edit {
  readonly kind: "add" | "remove" | "edit" | "move" | "put back" | "hide" | "show";
  /** Which records, or where to add some. */
  readonly at: number;
  /** Where the record goes if the order leaves it open. */
  readonly to: number;
  /** How many: a fraction of the list; 0 for one. */
  readonly many: number;
}

/** A list, and its past: which records were there all along since a moment. A moment is a number of edits. */
export class ModelList {
  rows: readonly Row[];
  moment = 0;
  /** How many hidden rows have been shown again so far. */
  shownAgain = 0;
  readonly #makeBody: (number: number) => Readonly<Record<string, unknown>>;
  /** The rows that are no longer there, with the moment at which they went. */
  readonly #gone: { readonly row: Row; readonly at: number }[] = [];
  #made: number;

  /** @param makeBody makes the record with a number; those of the given rows have lower numbers. */
  constructor(
    rows: readonly Omit<Row, "since" | "changed" | "added">[],
    makeBody: (number: number) => Readonly<Record<string, unknown>>,
  ) {
    this.rows = rows.map((row) => ({ ...row, since: 0, changed: 0, added: 0 }));
    this.#makeBody = makeBody;
    this.#made = rows.length;
  }

  get visible(): readonly Row[] {
    return this.rows.filter(({ isHidden }) => !isHidden);
  }

  /** The visible rows that were there all along and unedited since a moment, in their order. */
  stableSince(moment: number): readonly Row[] {
    return this.visible.filter(({ since }) => since <= moment);
  }

  /** The visible rows whose records were there all along since a moment, edited ones among them. */
  presentSince(moment: number): readonly Row[] {
    return this.visible.filter(({ added }) => added <= moment);
  }

  /** All rows that were visible at some time since a moment. */
  seenSince(moment: number): readonly Row[] {
    const gone = this.#gone.filter(({ at }) => at > moment).map(({ row }) => row);
    return [...this.visible, ...gone];
  }

  apply({ kind, at, to, many }: Edit, order: Order): void {
    this.moment += 1;
    const count = Math.max(1, Math.floor(many * this.rows.length));
    if (kind === "add") {
      const fresh = Array.from({ length: count }, () => this.#makeRow());
      this.#insert(fresh, order, at);
      return;
    }
    const shown = kind === "show" ? this.rows.filter(({ isHidden }) => isHidden) : this.visible;
    const candidates = shown.filter((row) => row.id !== null && !row.isDouble && !row.isBroken);
    const first = Math.min(Math.floor(at * candidates.length), candidates.length - count);
    const chosen = candidates.slice(Math.max(0, first), Math.max(0, first) + count);
    const isChosen = new Set(chosen);
    if (kind === "show") this.shownAgain += chosen.length;
    for (const row of chosen) if (!row.isHidden) this.#gone.push({ row, at: this.moment });
    const next = chosen.map((row) => this.#changed(row, kind));
    if (kind === "hide" || kind === "show" || (kind === "edit" && order === "insertion")) {
      const changed = new Map(chosen.map((row, index) => [row, next[index] ?? row]));
      this.rows = this.rows.map((row) => changed.get(row) ?? row);
      return;
    }
    this.rows = this.rows.filter((row) => !isChosen.has(row));
    if (kind !== "remove") this.#insert(next, order, order === "insertion" ? 1 : to);
  }

  #insert(rows: readonly Row[], order: Order, at: number): void {
    const place = { updated: 1, "updated, newest first": 0, insertion: at, name: at }[order];
    this.rows = this.rows.toSpliced(Math.round(place * this.rows.length), 0, ...rows);
  }

  #makeRow(): Row {
    const body = this.#makeBody(this.#made++);
    const id = body["id"] as string | number;
    const moments = { since: this.moment, changed: this.moment, added: this.moment };
    return { id, isHidden: false, isDouble: false, isBroken: false, ...moments, body };
  }

  #changed(row: Row, kind: Edit["kind"]): Row {
    const since = this.moment;
    if (kind === "put back") return { ...row, since };
    if (kind === "hide") return { ...row, since, isHidden: true };
    if (kind === "show") return { ...row, since, added: since, isHidden: false };
    return {
      ...row,
      since,
      changed: since,
      body: { ...row.body, last_update: 1_700_000_000 + since },
    };
  }
}
