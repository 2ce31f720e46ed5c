import fc from "fast-check";
import type { GraphQLSchema } from "graphql";
import type { Choice, DocumentModel, FragmentModel } from "./document.ts";
import { Selections } from "./selection-arbitrary.ts";
import { type ArgumentValues, createValues, variables } from "./value-arbitrary.ts";

/** Documents for the subgraph's schema: like those of applications, and worse. */
export function documents(
  schema: GraphQLSchema,
  values: ArgumentValues,
): fc.Arbitrary<DocumentModel> {
  const selections = new Selections(schema, createValues(values));
  const fragment = fc.oneof(
    ...fragmentTypes.map(({ on, weight }) => ({
      weight,
      arbitrary: fc.record<FragmentModel>({
        on: fc.constant(on),
        selections: selections.of(on, maxDepth - depthOf(on), 3),
      }),
    })),
  );
  return fc.record<DocumentModel>({
    operations: fc.oneof(
      { weight: 8, arbitrary: fc.tuple(operation(selections)) },
      { weight: 1, arbitrary: fc.array(operation(selections), { minLength: 2, maxLength: 3 }) },
    ),
    fragments: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.array(fragment, { minLength: 1, maxLength: 5 }) },
    ),
    variables: variables(values),
    chosen: fc.tuple(choice, choice),
    mistake: fc.oneof(
      { weight: 60, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "syntax" as const,
          "unknown field" as const,
          "unused variable" as const,
          "conflict" as const,
          "cycle" as const,
        ),
      },
    ),
  });
}

const choice: fc.Arbitrary<Choice> = fc.oneof(
  { weight: 30, arbitrary: fc.nat(2) },
  { weight: 1, arbitrary: fc.constantFrom("none" as const, "unknown" as const) },
);

/** Maximum depth of a document. Connections and projects count double, because they lead to large responses. */
const maxDepth = 9;

/** The types that fragments are on. Records weigh most, because they occur in many places. */
const fragmentTypes = [
  { on: "Tag", weight: 6 },
  { on: "Terminal", weight: 4 },
  { on: "Node", weight: 4 },
  { on: "_Entity", weight: 1 },
  { on: "TagConnection", weight: 3 },
  { on: "TerminalConnection", weight: 2 },
  { on: "TagEdge", weight: 1 },
  { on: "PageInfo", weight: 1 },
  { on: "TagUidMatch", weight: 1 },
  { on: "Project", weight: 2 },
  { on: "AdditionalDataField", weight: 2 },
  { on: "AdditionalDataStructure", weight: 1 },
  { on: "Query", weight: 2 },
] as const;

/** The assumed depth at which fragments on a type are spread. The rest is left for the fragment's own selections. */
function depthOf(type: string): number {
  return type === "Query" ? 3 : 5;
}

function operation(selections: Selections) {
  return fc.record({ isNamed: fc.boolean(), selections: selections.of("Query", maxDepth, 4) });
}
