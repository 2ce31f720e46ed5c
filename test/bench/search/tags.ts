import { createRandom } from "../../../src/registry/sample/random.ts";
import type { TagRecord } from "../../../src/registry/sample/records.ts";
import { createTag } from "../../../src/registry/sample/records.ts";
import { sampleProject } from "../../../src/registry/sample/sample.ts";

/** The part of a tag that the searches read. */
export interface SearchedTag {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly is_active: boolean;
  readonly added_when: number;
  readonly additional_data: Readonly<Record<string, unknown>>;
}

/** Values for keys that the sample leaves out, so that each tag has ten values of additional data. */
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

/** Tags that are the same in every process, each with a unique name and ten values of additional data. */
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

/** What every candidate searches for. */
export const asked = {
  siteKinds: ["Office", "School"],
  minFloor: 1,
  words: ["quayside", "room"],
  part: "room",
  first: 100,
} as const;
