import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import {
  countFacets,
  type PreparedFacet,
  prepareFacets,
} from "../../../search/facets/count-facets.ts";
import {
  type Facet,
  type FacetCounts,
  type FacetInput,
  parseFacets,
} from "../../../search/facets/facet.ts";
import {
  computeStatistics,
  type NumberStatistics,
} from "../../../search/facets/number-statistics.ts";
import { isKnown } from "../../../search/table/record-keys.ts";
import type { ListDescription } from "../../../search/table/table.ts";
import type { CalendarUnit } from "../../base/time/calendar.ts";
import { type OwnType, toDimension } from "../own-fields/own-fields.ts";
import type { GatewayContext } from "../request/context.ts";
import { readTime } from "./list-descriptions.ts";
import type { SearchMatches } from "./matches.ts";
import { warnOfUnknown } from "./unknown-identifiers.ts";

interface FacetArgument {
  readonly field: string;
  readonly identifier?: string | null | undefined;
  readonly bounds?: readonly number[] | null | undefined;
  readonly every?: CalendarUnit | null | undefined;
  readonly fromAt?: string | null | undefined;
  readonly toAt?: string | null | undefined;
  readonly first?: number | undefined;
}

export type FacetArguments = readonly FacetArgument[];

export interface FacetParent extends FacetCounts {
  readonly argument: FacetArgument;
  /**
   * Computes the statistics of the facet's numbers; null if its values are no numbers by their
   * kind.
   */
  readonly computeNumbers: () => Promise<NumberStatistics | null>;
}

/**
 * Parses the facets to count. Mistakes that only the structure can reveal are not found here.
 * @throws SearchError
 */
export function parseFacetArguments(
  list: ListDescription<RegistryRecord>,
  by: FacetArguments,
  { settings, ownFields }: GatewayContext,
): readonly Facet[] {
  const own = ownFields[list.name as Subject];
  const input = by.map((facet) => toInput(facet, own));
  return parseFacets(list, input, { maxValues: settings.MAX_PAGE_SIZE });
}

/**
 * Counts the records of a snapshot that match a search, by facet.
 * @param within the positions to which the search is limited, ascending. @default all
 * @throws SearchError
 * @throws RegistryError if a facet counts additional data and the structure cannot be read.
 */
export async function loadFacets(
  found: SearchMatches,
  { by, within }: { readonly by: FacetArguments; readonly within?: Uint32Array | undefined },
  context: GatewayContext,
): Promise<readonly FacetParent[]> {
  const question = JSON.stringify(["facets", found.key, by]);
  const prepared = await context.snapshots.share(question, () => prepare(found, by, context));
  const counted = await countFacets(found.matches, prepared, within);
  return counted.map((counts, index) => {
    const { facet, rows } = prepared[index] as PreparedFacet;
    return {
      ...counts,
      argument: by[index] as FacetArgument,
      computeNumbers: () => computeStatistics(found.matches, facet.dimension, { rows, within }),
    };
  });
}

async function prepare(
  { matches, isRead }: SearchMatches,
  by: FacetArguments,
  context: GatewayContext,
): Promise<readonly PreparedFacet[]> {
  const { table } = matches;
  const facets = parseFacetArguments(table.list, by, context);
  const identifiers = facets.flatMap(({ dimension }) =>
    "identifier" in dimension ? dimension.identifier : [],
  );
  if (identifiers.length > 0) table.requireItems();
  const prepared = await prepareFacets(matches, facets);
  if (!isRead) return prepared;
  const unknown: string[] = [];
  for (const identifier of identifiers.filter((one) => !table.items.has(one))) {
    if (!(await isKnown(table, identifier))) unknown.push(identifier);
  }
  warnOfUnknown(unknown, table.items.keys(), context);
  return prepared;
}

function toInput(
  { fromAt, toAt, first = 20, ...others }: FacetArgument,
  own: OwnType | undefined,
): FacetInput {
  const [fromTime, toTime] = [fromAt, toAt].map((time) => (time == null ? null : readTime(time)));
  return { ...others, ...toDimension(others, own), first, fromTime, toTime };
}
