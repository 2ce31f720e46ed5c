export interface StructureItem {
  readonly name: string | null;
  readonly identifier: string | null;
  readonly enum: readonly string[] | null;
}

/** The items of tags and of terminals; null where the project has no structure. */
export interface Structures {
  readonly tag: readonly StructureItem[] | null;
  readonly terminal: readonly StructureItem[] | null;
}
