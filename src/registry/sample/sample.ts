import { type Decoded, decodeRecord, decodeStructure } from "../import/decode.ts";
import { createKey } from "../keys.ts";
import type { TagRecord, TerminalRecord } from "../record.ts";
import type { Store } from "../store/store.ts";
import { alpineSites, harbourSites } from "./places.ts";
import { createRandom, type Random } from "./random.ts";
import { createTag, createTerminal, type SampleProject } from "./records.ts";
import { tagStructure, terminalStructure } from "./structures.ts";

/** A project of the sample, and the key that opens it. */
export interface SampleKey {
  readonly key: string;
  readonly projectId: number;
  readonly name: string;
}

/** What was put into the store. */
export interface Sample {
  /** The main project's key first, then that of a smaller one, to show that keys separate. */
  readonly keys: readonly [SampleKey, SampleKey];
  /** Which of its additional data name a record, as `ADDITIONAL_DATA_LINKS` has it. */
  readonly links: string;
}

const harbour = {
  projectId: 1,
  name: "Harbour Facilities",
  key: "harbour-sample-key",
  sites: harbourSites,
  terminalIds: listIds(1001, 60),
  tagCount: 2500,
} as const;

const alpine = {
  projectId: 2,
  name: "Alpine Huts",
  key: "alpine-sample-key",
  sites: alpineSites,
  terminalIds: listIds(2001, 8),
  tagCount: 120,
} as const;

/** The main project, for whoever makes up more records of it. */
export const sampleProject: SampleProject = harbour;

const seed = 20_260_301;
/** 2024-03-01 06:00 UTC: when the sample's first tag was added. */
const firstAdded = 1_709_272_800;

/**
 * Fills an empty store with the sample: the same records every time. 2,500 tags, 60 terminals and both structures in
 * the main project; 120 tags and 8 terminals in the other, one tag of the same id as the main project's first.
 */
export async function createSample(store: Store): Promise<Sample> {
  const random = createRandom(seed);
  const harbourTags = createTags(random, harbour);
  await fillProject(store, harbour, {
    tags: harbourTags,
    terminals: createTerminals(random, harbour, harbourTags),
  });
  const alpineTags = createTags(random, alpine);
  const [recycled, first] = [harbourTags[0], alpineTags[0]];
  // The same chip, once in each project: whoever asks for its id gets the one of their own key.
  const tags =
    recycled && first ? [{ ...first, id: recycled.id }, ...alpineTags.slice(1)] : alpineTags;
  await fillProject(store, alpine, { tags, terminals: createTerminals(random, alpine, tags) });
  for (const { key, projectId, name } of [harbour, alpine]) {
    await createKey(store, { key, projectId, name, createdWhen: firstAdded });
  }
  return { keys: [harbour, alpine], links: "tag.terminal_id=terminal.id,terminal.home_tag=tag.id" };
}

function createTags(
  random: Random,
  project: SampleProject & { readonly tagCount: number },
): readonly TagRecord[] {
  let addedWhen = firstAdded;
  const tags = new Map<string, TagRecord>();
  while (tags.size < project.tagCount) {
    // Tags go up in rounds: many within a minute or two of each other, then a pause; some at the same second.
    addedWhen += random.chance(0.97) ? random.integer(0, 240) : random.integer(43_200, 691_200);
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
    const homeTag = tags[random.integer(0, tags.length - 1)]?.id ?? "";
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
  for (const kind of ["tag", "terminal"] as const) {
    const list = records[`${kind}s`];
    await change.putRecords(list.map((record) => unwrap(decodeRecord(kind, projectId, record))));
  }
  await change.putStructure(projectId, "tag", unwrap(decodeStructure(tagStructure)));
  await change.putStructure(projectId, "terminal", unwrap(decodeStructure(terminalStructure)));
  await change.commit();
}

function unwrap<T>(decoded: Decoded<T>): T {
  if (!decoded.mistakes) return decoded.value;
  throw new Error(`The sample is wrong: ${JSON.stringify(decoded.mistakes)}`);
}

function listIds(first: number, count: number): readonly [number, ...number[]] {
  return [first, ...Array.from({ length: count - 1 }, (_, index) => first + 1 + index)];
}
