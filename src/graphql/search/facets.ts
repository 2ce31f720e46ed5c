import { columnOf } from "../../search/column.ts";
import {
  countFacets,
  type Facet,
  type FacetCounts,
  type FacetInput,
  parseFacets,
} from "../../search/facets.ts";
import type { Query } from "../../search/query.ts";
import type { List } from "../../search/table.ts";
import type { RegistryRecord, Subject } from "../../upstream/records.ts";
import type { GatewayContext } from "../context.ts";
import type {
  TagFacet,
  TagFacetField,
  TerminalFacet,
  TerminalFacetField,
} from "../types.generated.ts";
import type { SearchedSnapshot } from "./searched-snapshot.ts";

/** What records are to be counted by. */
export type FacetArguments = readonly (TagFacet | TerminalFacet)[];

/** What was counted by one of them. */
export interface FacetParent extends FacetCounts {
  readonly asked: TagFacet | TerminalFacet;
}

/** What records are counted by, as the search engine names it. */
const fields: Readonly<Record<TagFacetField | TerminalFacetField, string>> = {
  TYPE: "type",
  MODEL: "model",
  PLATFORM: "platform",
  PLATFORM_VERSION: "platformVersion",
  FORM_IDENTIFIER: "formIdentifier",
  IS_ACTIVE: "isActive",
  CAN_INSERT_CHIP: "canInsertChip",
  CAN_CHANGE_CHIP: "canChangeChip",
  ADDITIONAL_DATA: "additionalData",
};

/** What is to be counted of a list. */
interface FacetRequest {
  readonly subject: Subject;
  readonly query: Query;
  readonly by: FacetArguments;
}

/** Reads what records are counted by. Throws `SearchError`, but for what depends on the structure. */
export function readFacets(
  list: List<RegistryRecord>,
  by: FacetArguments,
  { options }: GatewayContext,
): readonly Facet[] {
  return parseFacets(list, by.map(toInput), { mostValues: options.maxPageSize });
}

/**
 * Counts what a query leaves of a snapshot.
 * @throws SearchError, RegistryError the structure's, where additional data are counted and it cannot be read.
 */
export async function loadFacets(
  { table, structureError }: SearchedSnapshot,
  { subject, query, by }: FacetRequest,
  context: GatewayContext,
): Promise<readonly FacetParent[]> {
  const facets = readFacets(table.list, by, context);
  const identifiers = by.flatMap(({ identifier }) => identifier ?? []);
  if (structureError !== null && identifiers.length > 0) throw structureError;
  const pause = () => context.giveWay(subject);
  const counted = await countFacets(table, query, { facets, pause });
  const unknown: string[] = [];
  for (const identifier of identifiers.filter((one) => !table.items.has(one))) {
    const { isKnown } = await table.get(columnOf({ identifier }));
    if (!isKnown) unknown.push(identifier);
  }
  warnOfUnknown(unknown, context);
  return counted.map((counts, index) => ({ ...counts, asked: by[index] as TagFacet }));
}

/** Tells of identifiers that mean nothing here. */
export function warnOfUnknown(identifiers: readonly string[], context: GatewayContext): void {
  for (const identifier of identifiers) {
    const message = `Neither the structure nor any record knows ${JSON.stringify(identifier)}.`;
    context.warn({ code: "UNKNOWN_IDENTIFIER", message });
  }
}

function toInput({ field, identifier, bounds, first = 20 }: TagFacet | TerminalFacet): FacetInput {
  return { field: fields[field], identifier, bounds, first };
}
