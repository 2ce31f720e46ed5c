import type { Subject } from "../../call/decode/records.ts";
import type { FieldSelection, Variables } from "../../execution/plan.ts";
import type { ConnectionNeeds } from "../../list/relay/connection.ts";
import type { FacetArguments } from "./facets.ts";

/** What a query selects of a list. */
interface ListSelection extends ConnectionNeeds {
  readonly hasCursors: boolean;
  readonly facets: readonly FieldSelection[];
  /** The linked lists of its records. */
  readonly linked: readonly LinkedSelection[];
}

/** A list of the records that name a record. */
export interface LinkedSelection {
  readonly subject: Subject;
  readonly selection: FieldSelection;
}

const known = new WeakMap<FieldSelection, ListSelection>();

/** What a query selects of a list. It is the same for all who send the query, and found out once. */
export function selectionOf(selection: FieldSelection): ListSelection {
  const found = known.get(selection);
  if (found !== undefined) return found;
  const read = readSelection(selection);
  known.set(selection, read);
  return read;
}

function readSelection(selection: FieldSelection): ListSelection {
  const hasCursors = selection.isSelected("edges", "cursor");
  return {
    rows: selection.isSelected("nodes") || selection.isSelected("edges"),
    pageInfo: selection.isSelected("pageInfo") || hasCursors,
    totalCount: selection.isSelected("totalCount"),
    hasCursors,
    facets: selection.selectionsOf("facets"),
    linked: [...linkedOf(selection, "tag"), ...linkedOf(selection, "terminal")],
  };
}

const linkedFields = { tag: "linkedTags", terminal: "linkedTerminals" } as const;

function linkedOf(selection: FieldSelection, subject: Subject): readonly LinkedSelection[] {
  const field = linkedFields[subject];
  return [
    ...selection.selectionsOf("nodes", field),
    ...selection.selectionsOf("edges", "node", field),
  ].map((linked) => ({ subject, selection: linked }));
}

/** By what the facets of a list count; null if none is selected. One whose arguments cannot be read reports the error itself. */
export function readFacets(
  { facets }: ListSelection,
  variables: Variables,
): readonly { readonly by: FacetArguments }[] | null {
  if (facets.length === 0) return null;
  return facets.flatMap(
    (facet) => (facet.readArguments(variables) as { readonly by: FacetArguments } | null) ?? [],
  );
}
