import type { FieldSelection, Variables } from "../../../execution/plan.ts";
import type { ConnectionNeeds } from "../../list/reading/page.ts";
import type { FacetArguments } from "./facets.ts";

interface ListSelection extends ConnectionNeeds {
  readonly hasCursors: boolean;
  readonly facets: readonly FieldSelection[];
}

const known = new WeakMap<FieldSelection, ListSelection>();

/**
 * What a query selects of a list. It is the same for all who send the query, and found out once.
 */
export function selectionOf(selection: FieldSelection): ListSelection {
  const found = known.get(selection);
  if (found !== undefined) return found;
  const hasCursors = selection.isSelected("edges", "cursor");
  const read = {
    rows: selection.isSelected("nodes") || selection.isSelected("edges"),
    pageInfo: selection.isSelected("pageInfo") || hasCursors,
    totalCount: selection.isSelected("totalCount"),
    hasCursors,
    facets: selection.selectionsOf("facets"),
  };
  known.set(selection, read);
  return read;
}

/**
 * By what the facets of a list count; null if none is selected. One whose arguments cannot be read
 * reports the error itself.
 */
export function readFacets(
  { facets }: ListSelection,
  variables: Variables,
): readonly { readonly by: FacetArguments }[] | null {
  if (facets.length === 0) return null;
  return facets.flatMap(
    (facet) => (facet.readArguments(variables) as { readonly by: FacetArguments } | null) ?? [],
  );
}
