import type { ItemRecord, RegistryRecord, Subject } from "../../../registry-client/records.ts";
import type { RegistryError } from "../../base/errors.ts";
import type { Connection } from "../../list/list.ts";
import type { IssuePage } from "../quality/issue-page.ts";
import type { SearchedConnection } from "../search/searched-page.ts";

/*
 * The parents of resolvers. The generated types import this file, so no file imported here may
 * import them. Records, items and structures are as the registry sent them. An error in place of
 * one makes the field null, with that error.
 */

export interface AdditionalDataFieldParent {
  readonly subject: Subject;
  readonly identifier: string;
  /** Null if the structure has none for this identifier; undefined if it was not read. */
  readonly itemRecord: ItemRecord | null | undefined;
  readonly value: unknown;
}

export interface ProjectParent {
  /** Any record of the project, which has the project's id; null if it was reached by none. */
  readonly record: RegistryRecord | null;
}

/**
 * A connection of one kind of record. A row that could not be read is an error. Only a connection
 * that comes from a snapshot says when that was read, and counts facets.
 */
export interface ConnectionParent<S extends Subject>
  extends Connection<RegistryRecord<S> | RegistryError>,
    Partial<Pick<SearchedConnection<S>, "countFacets">> {
  readonly snapshotAt?: number | undefined;
}

export type TagConnectionParent = ConnectionParent<"tag">;

export type TerminalConnectionParent = ConnectionParent<"terminal">;

export type PageInfoParent = TagConnectionParent | TerminalConnectionParent | IssuePage;

export interface EdgeParent<S extends Subject> {
  readonly page: ConnectionParent<S>;
  readonly index: number;
}

export type TagEdgeParent = EdgeParent<"tag">;

export type TerminalEdgeParent = EdgeParent<"terminal">;
