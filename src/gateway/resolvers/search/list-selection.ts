import type { FieldSelection, Variables } from "../../../execution/plan.ts";
import type { Subject } from "../../../registry-client/records.ts";
import type { ConnectionNeeds } from "../../list/reading/page.ts";
import type { FacetArguments } from "./facets.ts";

/** What a query selects of a list. */
interface ListSelection extends ConnectionNeeds {
  readonly hasCursors: boolean;
  readonly facets: readonly FieldSelection[];
  /** The linked list of its records, if that is all that is loaded once the page is there. */
  readonly onlyLinked: LinkedSelection | undefined;
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
  const facets = selection.selectionsOf("facets");
  const linked = (["tag", "terminal"] as const).flatMap((subject) =>
    inRows(selection, linkedFields[subject]).map((one) => ({ subject, selection: one })),
  );
  const hasOthers = loadedFields.some((name) => inRows(selection, name).length > 0);
  return {
    rows: selection.isSelected("nodes") || selection.isSelected("edges"),
    pageInfo: selection.isSelected("pageInfo") || hasCursors,
    totalCount: selection.isSelected("totalCount"),
    ...{ hasCursors, facets },
    onlyLinked: linked.length > 1 || facets.length > 0 || hasOthers ? undefined : linked[0],
  };
}

const linkedFields = { tag: "linkedTags", terminal: "linkedTerminals" } as const;

/** The other fields of a record that may cost REST calls. */
const loadedFields = ["additionalDataField", "additionalDataFields", "project"];

function inRows(selection: FieldSelection, name: string): readonly FieldSelection[] {
  return [
    ...selection.selectionsOf("nodes", name),
    ...selection.selectionsOf("edges", "node", name),
  ];
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
