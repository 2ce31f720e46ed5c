import type { Item, Structure } from "../../src/registry/record.ts";
import { createRandom } from "../../src/registry/sample/random.ts";
import type { TagRecord, TerminalRecord } from "../../src/registry/sample/records.ts";
import { createTag, createTerminal } from "../../src/registry/sample/records.ts";
import { sampleProject } from "../../src/registry/sample/sample.ts";
import { tagStructure, terminalStructure } from "../../src/registry/sample/structures.ts";

/** The key of the records' project. */
export const benchKey = "bench-key";

/** All terminals fit into one page of the registry. */
const terminalCount = 500;
const tagCount = Number(process.env["TAGS"] ?? 10_000);

const random = createRandom(20_261_121);
const addedWhen = 1_700_000_000;

/** 10,000 tags, or as many as TAGS says, the same in every process; each names its terminal in `additional_data.terminal_id`. */
export const tags: readonly TagRecord[] = Array.from({ length: tagCount }, (_, index) => {
  const tag = createTag(random, sampleProject, addedWhen + index);
  const terminalId = random.integer(1, terminalCount);
  return { ...tag, additional_data: { ...tag.additional_data, terminal_id: terminalId } };
});

/** 500 terminals, with the ids 1 to 500. */
export const terminals: readonly TerminalRecord[] = Array.from(
  { length: terminalCount },
  (_, index) => {
    const homeTag = tags[index]?.id ?? "";
    return createTerminal(random, sampleProject, { id: index + 1, addedWhen, homeTag });
  },
);

/** The structures of both kinds of record, each item with its options. */
export const structures = {
  tag: withOptions(tagStructure),
  terminal: withOptions(terminalStructure),
} as const;

/** A structure as the registry sends it. */
export interface FullStructure {
  readonly items: readonly Required<Item>[];
  readonly last_update: number;
}

/** The terminal that a tag names. */
export function terminalOf({ additional_data }: TagRecord): TerminalRecord {
  const terminal = terminals[Number(additional_data?.["terminal_id"]) - 1];
  if (terminal === undefined) throw new Error("A tag of the benchmark names no terminal");
  return terminal;
}

function withOptions({ items, last_update }: Structure): FullStructure {
  return { items: items.map((item) => ({ ...item, enum: item.enum ?? [] })), last_update };
}
