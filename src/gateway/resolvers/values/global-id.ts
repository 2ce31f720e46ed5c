import { Opaque, rest } from "../../base/opaque.ts";

export type GlobalIdType = "Tag" | "Terminal";

export interface GlobalId {
  readonly type: GlobalIdType;
  readonly id: string;
}

const globalIds = {
  Tag: new Opaque("tagId", rest),
  Terminal: new Opaque("terminalId", rest),
} as const satisfies Record<GlobalIdType, unknown>;

/**
 * The opaque global id of a record. It is unique within one key's project, as the registry's ids
 * are.
 */
export function toGlobalId(type: GlobalIdType, id: string): string {
  return globalIds[type].write(id);
}

/** The global id of every key's one project. Whose it is, the key tells. */
export const projectGlobalId = new Opaque("projectId", rest).write("");

/**
 * Reads the global id of a record; null for any other string, such as the registry's own id. The
 * checksum makes it all but impossible for such an id to pass for a global id by accident.
 */
export function parseGlobalId(text: string): GlobalId | null {
  for (const type of ["Tag", "Terminal"] as const) {
    const id = globalIds[type].read(text);
    if (id !== undefined) return { type, id };
  }
  return null;
}
