import type { Connection } from "../connection/connection.ts";
import type { RegistryError } from "../upstream/errors.ts";
import type { ItemRecord, RegistryRecord, Subject, TagRecord } from "../upstream/records.ts";
import type { IssuePage } from "./quality/issue-page.ts";
import type { FacetArguments, FacetParent } from "./search/facets.ts";
import type { UidSpelling } from "./search/uid.ts";

/*
 * What resolvers are given as their parent. Records, items and structures are as the registry sent them; an error in the place
 * of one is a field that failed.
 */

/** A field of a record's additional data. */
export interface AdditionalDataFieldParent {
  readonly subject: Subject;
  readonly identifier: string;
  /** The structure's item; `undefined` while nobody has looked for it. */
  readonly itemRecord: ItemRecord | null | undefined;
  readonly value: unknown;
}

/** A project is known by its key; a record of it, where one is at hand, tells its id without a call. */
export interface ProjectParent {
  readonly record: RegistryRecord | null;
}

/** A page of a connection: the rows, an error in the place of one that could not be read. */
export interface ConnectionParent<Kind extends Subject>
  extends Connection<RegistryRecord<Kind> | RegistryError> {
  /** When its snapshot was read, in milliseconds since 1970; null where it comes from none. */
  readonly snapshotAt: number | null;
  /** Counts what the list's filter leaves; null where it comes from no snapshot. */
  readonly countFacets: ((by: FacetArguments) => Promise<readonly FacetParent[]>) | null;
}

/** A page of tags. */
export type TagConnectionParent = ConnectionParent<"tag">;

/** A page of terminals. */
export type TerminalConnectionParent = ConnectionParent<"terminal">;

/** What `PageInfo` reads: a page of any list. */
export type PageInfoParent = TagConnectionParent | TerminalConnectionParent | IssuePage;

/** An edge: a row of a page, by its place in it. */
export interface EdgeParent<Kind extends Subject> {
  readonly page: ConnectionParent<Kind>;
  readonly index: number;
}

/** An edge of a page of tags. */
export type TagEdgeParent = EdgeParent<"tag">;

/** An edge of a page of terminals. */
export type TerminalEdgeParent = EdgeParent<"terminal">;

/** A tag that was found by a UID. */
export interface TagUidMatchParent {
  readonly tag: TagRecord;
  readonly spelling: UidSpelling;
}
