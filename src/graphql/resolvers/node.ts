import type { RegistryDataSource } from "../../upstream/data-source.ts";
import type { TagRecord, TerminalRecord } from "../../upstream/records.ts";
import { type GlobalId, type GlobalIdType, parseGlobalId } from "../global-id.ts";
import type { NodeResolvers } from "../types.generated.ts";

/** `Node`: which type a record has. */
export const node: NodeResolvers = {
  __resolveType: ({ subject }) => (subject === "tag" ? "Tag" : "Terminal"),
};

/**
 * The record with a global id; null where there is none, or where the text is no global id.
 * At most one REST call, planned together with the other loads of the tick.
 */
export async function loadNode(
  id: string,
  registry: RegistryDataSource,
): Promise<TagRecord | TerminalRecord | null> {
  const global = parseGlobalId(id);
  return global === null ? null : loadRecord(global, registry);
}

/** A record by the registry's own id: at most one REST call, planned together with the other loads of the tick. */
export function loadRecord(
  { type, id }: GlobalId,
  { tags, terminals }: RegistryDataSource,
): Promise<TagRecord | TerminalRecord | null> {
  return type === "Tag" ? tags.load(id) : terminals.load(id);
}

/** The registry's own id that an argument names, given as such or as a global id; null for a global id of another type. */
export function toRegistryId(type: GlobalIdType, id: string): string | null {
  const global = parseGlobalId(id);
  if (global === null) return id;
  return global.type === type ? global.id : null;
}
