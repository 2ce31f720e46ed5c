import type { RegistryRecord, Subject } from "../../call/decode/records.ts";
import { countFacets } from "../../list/search/facets/count-facets.ts";
import {
  type Facet,
  type FacetCounts,
  type FacetInput,
  parseFacets,
} from "../../list/search/facets/facet.ts";
import type { SearchQuery } from "../../list/search/query.ts";
import { maxIdentifierLength } from "../../list/search/table/keys.ts";
import { isKnown } from "../../list/search/table/record-keys.ts";
import type { ListDescription } from "../../list/search/table/table.ts";
import { toFieldName } from "../records/record-fields.ts";
import type { GatewayContext } from "../request/context.ts";
import type { SnapshotTable } from "./snapshot-table.ts";

interface FacetArgument {
  readonly field: string;
  readonly identifier?: string | null | undefined;
  readonly bounds?: readonly number[] | null | undefined;
  readonly first?: number | undefined;
}

/** The facets to count: the argument `by` of `facets`. */
export type FacetArguments = readonly FacetArgument[];

export interface FacetParent extends FacetCounts {
  readonly argument: FacetArgument;
}

interface FacetRequest {
  readonly subject: Subject;
  readonly query: SearchQuery;
  readonly by: FacetArguments;
}

/**
 * Parses the facets to count. Mistakes that only the structure can reveal are not found here.
 * @throws SearchError
 */
export function parseFacetArguments(
  list: ListDescription<RegistryRecord>,
  by: FacetArguments,
  { settings }: GatewayContext,
): readonly Facet[] {
  return parseFacets(list, by.map(toInput), { maxValues: settings.MAX_PAGE_SIZE });
}

/**
 * Counts the records of a snapshot that match a query, by facet.
 * @throws SearchError
 * @throws RegistryError if a facet counts additional data and the structure cannot be read.
 */
export async function loadFacets(
  table: SnapshotTable,
  { subject, query, by }: FacetRequest,
  context: GatewayContext,
): Promise<readonly FacetParent[]> {
  const facets = parseFacetArguments(table.list, by, context);
  const identifiers = by.flatMap(({ identifier }) => identifier ?? []);
  if (table.structureError !== null && identifiers.length > 0) throw table.structureError;
  const pause = () => context.giveWay(subject);
  const counted = await countFacets(table, query, { facets, pause });
  const unknown: string[] = [];
  for (const identifier of identifiers.filter((one) => !table.items.has(one))) {
    if (!(await isKnown(table, identifier))) unknown.push(identifier);
  }
  warnOfUnknown(unknown, context);
  return counted.map((counts, index) => ({ ...counts, argument: by[index] as FacetArgument }));
}

/** Warns the caller of each identifier that neither the structure nor any record has. */
export function warnOfUnknown(identifiers: readonly string[], context: GatewayContext): void {
  for (const identifier of identifiers) {
    const message =
      identifier.length > maxIdentifierLength
        ? `No identifier has more than ${maxIdentifierLength} characters.`
        : `Neither the structure nor any record has ${JSON.stringify(identifier)}.`;
    context.warn({ code: "UNKNOWN_IDENTIFIER", message });
  }
}

function toInput({ field, identifier, bounds, first = 20 }: FacetArgument): FacetInput {
  return { field: toFieldName(field), identifier, bounds, first };
}
