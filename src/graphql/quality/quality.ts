import type { Pace } from "../../search/pace.ts";
import type { Derived } from "../../search/table.ts";
import { compareCodeUnits } from "../../search/text.ts";
import type { RegistryRecord } from "../../upstream/records.ts";
import type { DataQualityCode } from "../types.generated.ts";
import { codes, rankOf } from "./codes.ts";
import { Duplicates } from "./duplicates.ts";
import { type Finding, findRecordIssues, type RecordRules } from "./record-issues.ts";

/** So many rows a record's look takes the time of. */
const rowsEach = 10;

/** What an identifier takes beside its text. */
const nameBytes = 40;

/** Issues by where they are: of two, the one with the smaller position comes first, then by code, then by identifier. */
interface Place {
  /** The record's place in its list. */
  readonly position: number;
  readonly rank: number;
  readonly identifier: string;
}

/** One issue by where it is. */
export interface IssuePlace extends Place {
  /** How many alike the record has before it: a field and an item may have one name. */
  readonly alike: number;
}

/** Issues in their order, each a place in these. */
interface IssueColumns {
  readonly positions: number[];
  readonly ranks: number[];
  /** By their places among the identifiers. */
  readonly names: number[];
  /** The identifiers that issues have, each once, in the order of their places. */
  readonly identifiers: Map<string, number>;
}

/** What is wrong with the records of a snapshot, in the registry's order; those of one record by code, then by identifier. */
export class Quality implements Derived {
  readonly length: number;
  /** How many issues each code has; without those that have none. */
  readonly counts: ReadonlyMap<DataQualityCode, number>;
  readonly #positions: Uint32Array;
  readonly #ranks: Uint8Array;
  readonly #names: Uint32Array;
  /** The identifiers that issues have, each once. */
  readonly #identifiers: readonly string[];

  constructor({ positions, ranks, names, identifiers }: IssueColumns) {
    this.length = positions.length;
    this.#positions = Uint32Array.from(positions);
    this.#ranks = Uint8Array.from(ranks);
    this.#names = Uint32Array.from(names);
    this.#identifiers = [...identifiers.keys()];
    this.counts = countCodes(this.#ranks);
  }

  get bytes(): number {
    const { byteLength } = this.#positions;
    const texts = this.#identifiers.reduce((sum, { length }) => sum + nameBytes + 2 * length, 0);
    return byteLength + this.#ranks.byteLength + this.#names.byteLength + texts;
  }

  /** The issue at an index. */
  at(index: number): IssuePlace & { readonly code: DataQualityCode } {
    const place = this.#placeAt(index);
    let alike = 0;
    while (alike < index && this.isAt(index - alike - 1, place)) alike += 1;
    return { ...place, code: codes[place.rank] as DataQualityCode, alike };
  }

  /** Where a code stands among all, of the issue at an index. */
  rankAt(index: number): number {
    return this.#ranks[index] ?? 0;
  }

  /** Whether the issue at an index is at a place. */
  isAt(index: number, place: Place): boolean {
    return index < this.length && comparePlaces(this.#placeAt(index), place) === 0;
  }

  /** How many issues come before a place. */
  indexOf(place: IssuePlace): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comparePlaces(this.#placeAt(middle), place) < 0) low = middle + 1;
      else high = middle;
    }
    const last = low + place.alike;
    while (low < last && this.isAt(low, place)) low += 1;
    return low;
  }

  #placeAt(index: number): Place {
    return {
      position: this.#positions[index] ?? 0,
      rank: this.#ranks[index] ?? 0,
      identifier: this.#identifiers[this.#names[index] ?? 0] ?? "",
    };
  }
}

/** Looks through all records of a list. */
export async function findQuality(
  records: readonly RegistryRecord[],
  rules: RecordRules,
  pace: Pace,
): Promise<Quality> {
  const duplicates = new Duplicates();
  await pace.each(records.length, (at) => {
    const record = records[at];
    if (record) duplicates.count(record);
  });
  const columns: IssueColumns = { positions: [], ranks: [], names: [], identifiers: new Map() };
  const look = (position: number) => {
    const record = records[position];
    if (!record) return;
    const findings = [...findRecordIssues(record, rules), ...duplicates.find(record)];
    if (findings.length > 0) add(columns, position, findings);
  };
  await pace.each(records.length, look, rowsEach);
  return new Quality(columns);
}

function add(columns: IssueColumns, position: number, findings: readonly Finding[]): void {
  const { positions, ranks, names, identifiers } = columns;
  const places = findings.map(({ code, identifier }) => ({
    position,
    rank: rankOf(code),
    identifier,
  }));
  for (const { rank, identifier } of places.sort(comparePlaces)) {
    const name = identifiers.get(identifier) ?? identifiers.size;
    identifiers.set(identifier, name);
    positions.push(position);
    ranks.push(rank);
    names.push(name);
  }
}

function comparePlaces(one: Place, other: Place): number {
  return (
    one.position - other.position ||
    one.rank - other.rank ||
    compareCodeUnits(one.identifier, other.identifier)
  );
}

function countCodes(ranks: Uint8Array): ReadonlyMap<DataQualityCode, number> {
  const counts = new Uint32Array(codes.length);
  for (const rank of ranks) counts[rank] = (counts[rank] ?? 0) + 1;
  return new Map(
    codes.flatMap((code, rank) => {
      const count = counts[rank] ?? 0;
      return count > 0 ? [[code, count] as const] : [];
    }),
  );
}
