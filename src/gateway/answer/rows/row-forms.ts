import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  Source,
} from "graphql";
import { prepareOperation } from "../../../execution/prepare.ts";
import { RefusedError } from "../refusals.ts";
import type { RowForm } from "../request.ts";
import { findRowList } from "./row-list.ts";
import { createRowWriter } from "./row-writers.ts";

const all: readonly RowForm[] = ["csv", "ndjson"];

// The forms in which an operation's rows can be sent if all its conditions hold.
export function rowFormsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly RowForm[] {
  const { variableDefinitions = [] } = operation;
  const variables = Object.fromEntries(
    variableDefinitions.map(({ variable }) => [variable.name.value, true]),
  );
  const source = new Source("");
  const plan = prepareOperation({ schema, document, operation, source, variables });
  return all.filter((form) => {
    try {
      return createRowWriter(form, findRowList(plan).entry);
    } catch (error) {
      if (error instanceof RefusedError) return false;
      throw error;
    }
  });
}
