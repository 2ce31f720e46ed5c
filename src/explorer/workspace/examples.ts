/// <reference types="vite/client" />
import { type GraphQLSchema, parse, validate } from "graphql";
import changes from "./examples/changes.graphql?raw";
import errors from "./examples/errors.graphql?raw";
import facets from "./examples/facets.graphql?raw";
import join from "./examples/join.graphql?raw";
import linked from "./examples/linked.graphql?raw";
import list from "./examples/list.graphql?raw";
import ownCharts from "./examples/own-fields/charts.graphql?raw";
import ownFacets from "./examples/own-fields/facets.graphql?raw";
import ownJoin from "./examples/own-fields/join.graphql?raw";
import ownLinkFilter from "./examples/own-fields/link-filter.graphql?raw";
import ownList from "./examples/own-fields/list.graphql?raw";
import page from "./examples/page.graphql?raw";
import quality from "./examples/quality.graphql?raw";
import search from "./examples/search.graphql?raw";
import structure from "./examples/structure.graphql?raw";

/** Those that fit the schema of any gateway that has subscriptions. */
const examples = [
  { id: "list", title: "List", query: list },
  { id: "search", title: "Search", query: search, variables: '{\n  "words": "brannoc hosp"\n}\n' },
  { id: "facets", title: "Facets", query: facets },
  { id: "quality", title: "Data quality", query: quality },
  { id: "join", title: "Join tags and terminals", query: join },
  { id: "linked", title: "Linked tags", query: linked },
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

/** Those of the sample's own fields. */
const ownExamples = [
  { id: "list", title: "List", query: ownList },
  { id: "facets", title: "Facets", query: ownFacets },
  { id: "join", title: "Join tags and terminals", query: ownJoin },
  {
    id: "charts",
    title: "Charts",
    query: ownCharts,
    variables: '{\n  "from": "2026-07-01T00:00:00Z"\n}\n',
  },
  { id: "link-filter", title: "Filter by links", query: ownLinkFilter },
];

/**
 * Those that fit the schema, where one of own fields takes the place of another with its id. A first
 * visit opens the first few.
 */
export function examplesFor(schema: GraphQLSchema | undefined) {
  const hasSubscriptions = schema?.getSubscriptionType() != null;
  const fitting = [
    ...examples.filter(({ query }) => hasSubscriptions || !/^subscription/m.test(query)),
    ...ownExamples.filter(({ query }) => schema && validate(schema, parse(query)).length === 0),
  ];
  const tabs = fitting.map((example) => ({ variables: "", ...example }));
  return [...new Map(tabs.map((tab) => [tab.id, tab])).values()];
}
