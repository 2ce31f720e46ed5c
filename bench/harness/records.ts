import type { Item, Structure } from "../../src/registry/record.ts";
import { Random } from "../../src/registry/sample/random.ts";
import type { TagRecord, TerminalRecord } from "../../src/registry/sample/records.ts";
import { createTag, createTerminal } from "../../src/registry/sample/records.ts";
import { sampleProject } from "../../src/registry/sample/sample.ts";
import { tagStructure, terminalStructure } from "../../src/registry/sample/structures.ts";

/** The key of the records' project. */
export const benchKey = "bench-key";

/** All terminals fit into one page of the registry. */
const terminalCount = 500;
const addedWhen = 1_700_000_000;

/** Tags, the same in every process. Each has the id of its terminal in `terminal_id`. */
export function createTags(count: number): readonly TagRecord[] {
  const random = new Random(20_261_121);
  return Array.from({ length: count }, (_, index) => {
    const tag = createTag(random, sampleProject, addedWhen + index);
    const terminalId = random.integer(1, terminalCount);
    return { ...tag, additional_data: { ...tag.additional_data, terminal_id: terminalId } };
  });
}

export const tags = createTags(10_000);

/** 500 terminals, with the ids 1 to 500. */
export const terminals: readonly TerminalRecord[] = createTerminals();

function createTerminals(): readonly TerminalRecord[] {
  const random = new Random(20_261_122);
  return Array.from({ length: terminalCount }, (_, index) => {
    const homeTag = tags[index]?.id ?? "";
    return createTerminal(random, sampleProject, { id: index + 1, addedWhen, homeTag });
  });
}

/** A structure as the registry sends it. */
export interface FullStructure {
  readonly items: readonly Required<Item>[];
  readonly last_update: number;
}

/** The structures of both kinds of record, each item with its options. */
export const structures = {
  tag: withOptions(tagStructure),
  terminal: withOptions(terminalStructure),
} as const;

function withOptions({ items, last_update }: Structure): FullStructure {
  return { items: items.map((item) => ({ ...item, enum: item.enum ?? [] })), last_update };
}

/** The terminal that a tag names. */
export function terminalOf({ additional_data }: TagRecord): TerminalRecord {
  const terminal = terminals[Number(additional_data?.["terminal_id"]) - 1];
  if (terminal === undefined) throw new Error("A tag of the benchmark names no terminal");
  return terminal;
}

/** A page of a list in the registry's envelope. */
export function toPage(
  name: "tags" | "terminals",
  records: readonly object[],
  limit: number,
  page: number,
): object {
  const count = records.length;
  const rows = records.slice((page - 1) * limit, page * limit);
  return { [name]: rows, limit, page, count, page_count: Math.ceil(count / limit) };
}
