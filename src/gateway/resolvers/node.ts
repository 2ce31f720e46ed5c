import type { TagRecord, TerminalRecord } from "../../registry-client/records.ts";
import type { Registry } from "./request/context.ts";
import type { ProjectParent } from "./types/parents.ts";
import type { NodeResolvers } from "./types/types.generated.ts";
import {
  type GlobalId,
  type GlobalIdType,
  parseGlobalId,
  projectGlobalId,
} from "./values/global-id.ts";

export const node: NodeResolvers = {
  __resolveType(parent) {
    if (!("subject" in parent)) return "Project";
    return parent.subject === "tag" ? "Tag" : "Terminal";
  },
};

/**
 * Loads what has a global id; null if there is none, or if the text is not a global id. Costs at
 * most one REST call, and is batched with all loads of the same tick.
 */
export async function loadNode(
  id: string,
  registry: Registry,
): Promise<TagRecord | TerminalRecord | ProjectParent | null> {
  if (id === projectGlobalId) return toProject();
  const global = parseGlobalId(id);
  return global === null ? null : loadRecord(global, registry);
}

export function toProject(): ProjectParent {
  return { record: null };
}

/** Costs at most one REST call, and is batched with all loads of the same tick. */
export function loadRecord(
  { type, id }: GlobalId,
  { tags, terminals }: Registry,
): Promise<TagRecord | TerminalRecord | null> {
  return type === "Tag" ? tags.load(id) : terminals.load(id);
}

/** Given that id or a global id; null for a global id of another type. */
export function toRegistryId(type: GlobalIdType, id: string): string | null {
  if (id === projectGlobalId) return null;
  const global = parseGlobalId(id);
  if (global === null) return id;
  return global.type === type ? global.id : null;
}
