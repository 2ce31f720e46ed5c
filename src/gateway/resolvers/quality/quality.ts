import type { RegistryRecord } from "../../../registry-client/records.ts";
import type { Pace } from "../../../search/table/pace.ts";
import type { DerivedValue } from "../../../search/table/table.ts";
import { compareCodeUnits } from "../../../search/table/text.ts";
import { codes, type DataQualityCode, rankOf } from "./codes.ts";
import { Duplicates } from "./duplicates.ts";
import { findRecordIssues, type RecordIssue, type RecordRules } from "./record-issues.ts";

/** To check a record, without its items and issues, is as much work as to search this many rows. */
const rowsPerRecord = 10;

/** To check an item, or to add an issue, is as much work as to search this many characters. */
const charactersPerItem = 100;

/**
 * The approximate bytes of an issue, and of a kind of issue without its identifier's characters.
 */
const issueBytes = 16;
const kindBytes = 120;

interface IssueSortKey {
  readonly position: number;
  readonly rank: number;
  readonly identifier: string;
}

export interface IssuePlace extends IssueSortKey {
  /**
   * How many issues with the same key come before it. There are several if a field and an item have
   * the same name.
   */
  readonly equalsBefore: number;
}

type IssueKind = Omit<IssueSortKey, "position">;

/**
 * What is wrong with the records of a snapshot: issues by the record's position, then by code, then
 * by identifier.
 */
export class Quality implements DerivedValue {
  readonly #positions: number[] = [];
  readonly #kindOf: number[] = [];
  readonly #kinds: IssueKind[] = [];
  readonly #kindIndexes = new Map<string, number>();
  readonly #counts: number[] = codes.map(() => 0);
  #kindsBytes = 0;

  get length(): number {
    return this.#positions.length;
  }

  get counts(): ReadonlyMap<DataQualityCode, number> {
    const counted = codes.map((code, rank) => [code, this.#counts[rank] ?? 0] as const);
    return new Map(counted.filter(([, count]) => count > 0));
  }

  get bytes(): number {
    return this.length * issueBytes + this.#kindsBytes;
  }

  add(position: number, issues: readonly RecordIssue[]): void {
    const sortKeys = issues.map(({ code, identifier }) => {
      return { position, rank: rankOf(code), identifier };
    });
    for (const { rank, identifier } of sortKeys.sort(compareSortKeys)) {
      this.#positions.push(position);
      this.#kindOf.push(this.#indexOfKind({ rank, identifier }));
      this.#counts[rank] = (this.#counts[rank] ?? 0) + 1;
    }
  }

  at(index: number): IssuePlace & { readonly code: DataQualityCode } {
    const sortKey = this.#sortKeyAt(index);
    let equalsBefore = 0;
    while (equalsBefore < index && this.hasSortKey(index - equalsBefore - 1, sortKey)) {
      equalsBefore += 1;
    }
    return { ...sortKey, code: codes[sortKey.rank] as DataQualityCode, equalsBefore };
  }

  rankAt(index: number): number {
    return this.#kinds[this.#kindOf[index] ?? 0]?.rank ?? 0;
  }

  hasSortKey(index: number, sortKey: IssueSortKey): boolean {
    return index < this.length && compareSortKeys(this.#sortKeyAt(index), sortKey) === 0;
  }

  indexOf(place: IssuePlace): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareSortKeys(this.#sortKeyAt(middle), place) < 0) low = middle + 1;
      else high = middle;
    }
    const last = low + place.equalsBefore;
    while (low < last && this.hasSortKey(low, place)) low += 1;
    return low;
  }

  #indexOfKind(kind: IssueKind): number {
    const name = `${kind.rank} ${kind.identifier}`;
    const known = this.#kindIndexes.get(name);
    if (known !== undefined) return known;
    const index = this.#kinds.push(kind) - 1;
    this.#kindIndexes.set(name, index);
    this.#kindsBytes += kindBytes + 4 * name.length;
    return index;
  }

  #sortKeyAt(index: number): IssueSortKey {
    const { rank = 0, identifier = "" } = this.#kinds[this.#kindOf[index] ?? 0] ?? {};
    return { position: this.#positions[index] ?? 0, rank, identifier };
  }
}

export async function findQuality(
  records: readonly RegistryRecord[],
  rules: RecordRules,
  pace: Pace,
): Promise<Quality> {
  const duplicates = new Duplicates();
  await pace.each(records.length, (position) => {
    const record = records[position];
    if (record) duplicates.count(record);
  });
  const quality = new Quality();
  const itemCount = rules.items?.length ?? 0;
  const check = (position: number) => {
    const record = records[position];
    if (!record) return;
    const issues = [...findRecordIssues(record, rules), ...duplicates.find(record)];
    quality.add(position, issues);
    pace.countCharacters((itemCount + issues.length) * charactersPerItem);
  };
  await pace.each(records.length, check, rowsPerRecord);
  return quality;
}

function compareSortKeys(one: IssueSortKey, other: IssueSortKey): number {
  return (
    one.position - other.position ||
    one.rank - other.rank ||
    compareCodeUnits(one.identifier, other.identifier)
  );
}
