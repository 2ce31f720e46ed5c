import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Decoded, decodeRecord, decodeStructure } from "../import/decode.ts";
import { createKey } from "../keys.ts";
import { recordKinds } from "../record.ts";
import type { Store } from "../store/store.ts";
import { alpineBuildings, harbourBuildings } from "./buildings.ts";
import { Random } from "./random.ts";
import {
  createTag,
  createTerminal,
  type SampleProject,
  type TagRecord,
  type TerminalRecord,
} from "./records.ts";
import { tagStructure, terminalStructure } from "./structures.ts";

const ownFieldsFile = join(import.meta.dirname, "../../../schema/sample/own-fields.graphql");

export type Sample = Awaited<ReturnType<typeof createSample>>;

const harbour = {
  projectId: 1,
  name: "Harbour Facilities",
  key: "harbour-sample-key",
  buildings: harbourBuildings,
  terminalIds: listIds(1001, 60),
  tagCount: 2500,
} as const;

const alpine = {
  projectId: 2,
  name: "Alpine Huts",
  key: "alpine-sample-key",
  buildings: alpineBuildings,
  terminalIds: listIds(2001, 8),
  tagCount: 120,
} as const;

export const sampleProject: SampleProject = harbour;

export const sampleKey = harbour.key;

const seed = 20_260_817;
/** 2024-03-01 06:00 UTC: when the sample's first tag was added. */
const firstAdded = 1_709_272_800;

/**
 * Fills an empty store with the sample, which is the same every time. The main project has 2,500
 * tags, 60 terminals and both structures, the other 120 tags and 8 terminals. One tag's id is in
 * both projects.
 */
export async function createSample(store: Store) {
  const random = new Random(seed);
  const alpineRandom = new Random(seed + 1);
  const harbourTags = createTags(random, harbour);
  await fillProject(store, harbour, {
    tags: harbourTags,
    terminals: createTerminals(random, harbour, harbourTags),
  });
  const alpineTags = createTags(alpineRandom, alpine);
  const [shared, first] = [harbourTags[0], alpineTags[0]];
  // One chip is in both projects. Its id leads each caller to the tag of the project that the
  // caller's key opens.
  const tags = shared && first ? [{ ...first, id: shared.id }, ...alpineTags.slice(1)] : alpineTags;
  await fillProject(store, alpine, {
    tags,
    terminals: createTerminals(alpineRandom, alpine, tags),
  });
  for (const { key, projectId, name } of [harbour, alpine]) {
    await createKey(store, { key, projectId, name, createdWhen: firstAdded });
  }
  const links = "tag.terminal_id=terminal.id,terminal.home_tag=tag.id";
  const ownFields = readFileSync(ownFieldsFile, "utf8");
  return { keys: [harbour, alpine] as const, links, ownFields };
}

function createTags(
  random: Random,
  project: SampleProject & { readonly tagCount: number },
): readonly TagRecord[] {
  const rounds = random.of("tag.added_when");
  let addedWhen = firstAdded;
  const tags = new Map<string, TagRecord>();
  while (tags.size < project.tagCount) {
    // Tags are put up in rounds: many within minutes of each other, some in the same second, and
    // then a pause.
    addedWhen += rounds.chance(0.97) ? rounds.integer(0, 240) : rounds.integer(43_200, 691_200);
    const tag = createTag(random, project, addedWhen);
    tags.set(tag.id, tag);
  }
  return [...tags.values()];
}

function createTerminals(
  random: Random,
  project: SampleProject,
  tags: readonly TagRecord[],
): readonly TerminalRecord[] {
  return project.terminalIds.map((id, index) => {
    const homeTag = tags[random.of("terminal.home_tag").integer(0, tags.length - 1)]?.id ?? "";
    return createTerminal(random, project, {
      id,
      homeTag,
      addedWhen: firstAdded + index * 604_800,
    });
  });
}

async function fillProject(
  store: Store,
  { projectId }: SampleProject,
  records: { readonly tags: readonly TagRecord[]; readonly terminals: readonly TerminalRecord[] },
): Promise<void> {
  await using change = await store.beginChange();
  for (const kind of recordKinds) {
    const list = records[`${kind}s`];
    await change.putRecords(list.map((record) => unwrap(decodeRecord(kind, projectId, record))));
  }
  await change.putStructure(projectId, "tag", unwrap(decodeStructure(tagStructure)));
  await change.putStructure(projectId, "terminal", unwrap(decodeStructure(terminalStructure)));
  await change.commit();
}

export function unwrap<T>(decoded: Decoded<T>): T {
  if (!decoded.mistakes) return decoded.value;
  throw new Error(`The sample is wrong: ${JSON.stringify(decoded.mistakes)}`);
}

function listIds(first: number, count: number): readonly [number, ...number[]] {
  return [first, ...Array.from({ length: count - 1 }, (_, index) => first + 1 + index)];
}
