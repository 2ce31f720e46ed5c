/// <reference types="vite/client" />
import changes from "./examples/changes.graphql?raw";
import charts from "./examples/charts.graphql?raw";
import errors from "./examples/errors.graphql?raw";
import facets from "./examples/facets.graphql?raw";
import join from "./examples/join.graphql?raw";
import linkFilter from "./examples/link-filter.graphql?raw";
import linked from "./examples/linked.graphql?raw";
import list from "./examples/list.graphql?raw";
import page from "./examples/page.graphql?raw";
import quality from "./examples/quality.graphql?raw";
import search from "./examples/search.graphql?raw";
import structure from "./examples/structure.graphql?raw";

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly query: string;
  readonly variables?: string;
}

/** A first visit opens the first few, each in a tab, which has the example's id. */
export const examples: readonly Example[] = [
  { id: "list", title: "List", query: list },
  { id: "search", title: "Search", query: search, variables: '{\n  "words": "brannoc hosp"\n}\n' },
  { id: "facets", title: "Facets", query: facets },
  {
    id: "charts",
    title: "Charts",
    query: charts,
    variables: '{\n  "from": "2026-07-01T00:00:00Z"\n}\n',
  },
  { id: "quality", title: "Data quality", query: quality },
  { id: "join", title: "Join tags and terminals", query: join },
  { id: "linked", title: "Linked tags", query: linked },
  { id: "link-filter", title: "Filter by links", query: linkFilter },
  {
    id: "page",
    title: "Page through",
    query: page,
    variables: '{\n  "first": 10,\n  "after": null\n}\n',
  },
  { id: "structure", title: "Structure and form", query: structure },
  { id: "errors", title: "Errors", query: errors },
  { id: "changes", title: "Changes", query: changes },
];
