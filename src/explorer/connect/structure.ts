import type { KnownData } from "../../gateway/resolvers/own-fields/propose.ts";

export type StructureItem = KnownData["items"][number];

/** The items of tags and of terminals; null where the project has no structure. */
export interface Structures {
  readonly tag: readonly StructureItem[] | null;
  readonly terminal: readonly StructureItem[] | null;
}
