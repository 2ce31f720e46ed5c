import type { TagRecord } from "../../../src/registry/record.ts";
import { createRandom } from "../../../src/registry/sample/random.ts";
import { createTag } from "../../../src/registry/sample/records.ts";
import { sampleProject } from "../../../src/registry/sample/sample.ts";

/** A tag as JSON has it, with what the searches look at. */
export interface SearchedTag {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly is_active: boolean;
  readonly added_when: number;
  readonly additional_data: Readonly<Record<string, unknown>>;
}

/** What a tag has where the sample leaves it out, so that each has ten additional data. */
const usual = {
  site: "Central store",
  site_kind: "Warehouse",
  location: "Loading dock",
  floor: 0,
  condition: "good",
  inspection_interval_days: 90,
  terminal_id: 7,
  notes: "Nothing to report.",
};

/** So many tags, the same in every process, each with a name of its own and ten additional data. */
export function createTags(count: number): readonly TagRecord[] {
  const random = createRandom(20_261_121);
  return Array.from({ length: count }, (_, index) => {
    const tag = createTag(random, sampleProject, 1_700_000_000 + index);
    const photo = `https://images.registry.example/tags/${tag.id}.jpg`;
    const legacy = { photo, legacy_number: `A-${random.integer(1000, 9999)}` };
    return {
      ...tag,
      name: `${tag.name} no. ${index}`,
      additional_data: { ...usual, ...legacy, ...tag.additional_data },
    };
  });
}

/** What is asked of every candidate. */
export const asked = {
  siteKinds: ["Office", "School"],
  leastFloor: 1,
  words: ["quayside", "room"],
  part: "room",
  first: 100,
} as const;
