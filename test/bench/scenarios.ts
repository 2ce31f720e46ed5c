import { createRandom } from "../../src/registry/sample/random.ts";
import type { TagRecord } from "../../src/registry/sample/records.ts";
import type { Dialect, HttpRequest } from "./dialects/dialect.ts";
import { tags } from "./records.ts";

/** Work that every candidate gets, each in its own dialect. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** The requests, in the order in which they are sent over and over. */
  readonly exchanges: (dialect: Dialect) => readonly HttpRequest[];
  /** Settings that tapgraph gets in addition to the common ones. */
  readonly settings: Readonly<Record<string, string>>;
}

/** All scenarios, in the order of measurement. */
export const scenarios: readonly Scenario[] = [
  scenario("S1", "one tag by id, 4 fields, 10,000 ids", (dialect) =>
    shuffle(tags).map(dialect.oneTag),
  ),
  scenario("S2", "first 100 tags, 3 fields, equal requests", (dialect) => [dialect.tagList(100)]),
  scenario("S2v", "the same with 61 to 139 tags, requests differ", (dialect) =>
    shuffle(Array.from({ length: 79 }, (_, index) => 61 + index)).map(dialect.tagList),
  ),
  scenario("S3", "1,000 tags, all fields", (dialect) => [dialect.wholeTags()]),
  scenario("S4", "20 tags by id, 20 terminals, both structures", (dialect) =>
    pickSets(500, 20).map(dialect.dashboard),
  ),
  scenario("S5", "100 tags, each with its terminal", (dialect) => [dialect.joinedTags()]),
  {
    ...scenario("S6", "S2 with tapgraph's CACHE_TTL_SECONDS=5", (dialect) => [
      dialect.tagList(100),
    ]),
    settings: { CACHE_TTL_SECONDS: "5" },
  },
];

function scenario(name: string, title: string, exchanges: Scenario["exchanges"]): Scenario {
  return { name, title, exchanges, settings: {} };
}

/** Sets of tags that have no tag in common. */
function pickSets(sets: number, size: number): readonly (readonly TagRecord[])[] {
  const shuffled = shuffle(tags);
  return Array.from({ length: sets }, (_, set) => shuffled.slice(set * size, (set + 1) * size));
}

function shuffle<T>(values: readonly T[]): readonly T[] {
  const { next } = createRandom(1);
  return values
    .map((value) => ({ value, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
