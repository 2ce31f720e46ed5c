import { Random } from "../../src/registry/sample/random.ts";
import { tags } from "../harness/records.ts";
import type { Dialect, Exchange } from "./dialects/dialect.ts";

/** Work that every candidate gets, each in its own dialect. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** The requests, in the order in which they are sent over and over. */
  readonly exchanges: (dialect: Dialect) => readonly Exchange[];
  /** Settings that tapgraph gets in addition to the common ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** All scenarios, in the order of measurement. */
export const scenarios: readonly Scenario[] = [
  {
    name: "S1",
    title: "one tag by id, 4 fields, 10,000 ids",
    exchanges: (dialect) => shuffle(tags).map(dialect.oneTag),
  },
  {
    name: "S2",
    title: "first 100 tags, 3 fields, equal requests",
    exchanges: (dialect) => [dialect.tagList(100)],
  },
  {
    name: "S2v",
    title: "the same with 61 to 139 tags, requests differ",
    exchanges: (dialect) => countFrom(61, 139).map(dialect.tagList),
  },
  {
    name: "S3",
    title: "1,000 tags, all fields",
    exchanges: (dialect) => [dialect.wholeTags(1_000)],
  },
  {
    name: "S3v",
    title: "the same with 961 to 1,000 tags, requests differ",
    exchanges: (dialect) => countFrom(961, 1_000).map(dialect.wholeTags),
  },
  {
    name: "S4",
    title: "20 tags by id, 20 terminals, both structures",
    exchanges: (dialect) => {
      const shuffled = shuffle(tags);
      const sets = Array.from({ length: 500 }, (_, set) => shuffled.slice(set * 20, set * 20 + 20));
      return sets.map(dialect.dashboard);
    },
  },
  {
    name: "S5",
    title: "100 tags, each with its terminal",
    exchanges: (dialect) => [dialect.joinedTags(100)],
  },
  {
    name: "S5v",
    title: "the same with 61 to 139 tags, requests differ",
    exchanges: (dialect) => countFrom(61, 139).map(dialect.joinedTags),
  },
  {
    name: "S6",
    title: "S2 with tapgraph's CACHE_TTL_SECONDS=5",
    exchanges: (dialect) => [dialect.tagList(100)],
    settings: { CACHE_TTL_SECONDS: "5" },
  },
];

/** All whole numbers between these, both included, shuffled. */
function countFrom(least: number, most: number): readonly number[] {
  return shuffle(Array.from({ length: most - least + 1 }, (_, index) => least + index));
}

function shuffle<T>(values: readonly T[]): readonly T[] {
  const { next } = new Random(1);
  return values
    .map((value) => ({ value, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
