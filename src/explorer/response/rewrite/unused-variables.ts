import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type VariableDefinitionNode,
  visit,
} from "graphql";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { parseVariables } from "../../connect/json.ts";
import { formatVariables, startOf } from "./edit-request.ts";

/**
 * The request without those of the given variables that it no longer uses: GraphQL refuses an operation with an unused variable.
 * Null if the variables are not a JSON object.
 */
export function withoutUnused(
  request: RequestText,
  names: ReadonlySet<string>,
): RequestText | null {
  const query = dropUnused(request.query, names);
  const operations = parse(query).definitions.filter(isOperation);
  const defined = operations.flatMap(definitionsOf).map(({ variable }) => variable.name.value);
  const dropped = new Set([...names].filter((name) => !defined.includes(name)));
  const variables = dropValues(request.variables, dropped);
  return variables === null ? null : { query, variables };
}

/** The query without the definitions of the given variables that it does not use. */
function dropUnused(query: string, names: ReadonlySet<string>): string {
  const document = parse(query);
  for (const operation of document.definitions.filter(isOperation)) {
    const used = variablesUsed(operation, document);
    const index = definitionsOf(operation).findIndex(
      ({ variable: { name } }) => names.has(name.value) && !used.has(name.value),
    );
    // Removing one changes the offsets of the others, so the search starts again in the new text.
    if (index >= 0) return dropUnused(dropDefinition(query, operation, index), names);
  }
  return query;
}

function isOperation(
  definition: DocumentNode["definitions"][number],
): definition is OperationDefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION;
}

function definitionsOf(operation: OperationDefinitionNode): readonly VariableDefinitionNode[] {
  return operation.variableDefinitions ?? [];
}

/** The names of the variables that an operation uses, including those in its fragments. */
function variablesUsed(
  operation: OperationDefinitionNode,
  { definitions }: DocumentNode,
): ReadonlySet<string> {
  const used = new Set<string>();
  const entered = new Set<string>();
  const collect = (node: DocumentNode["definitions"][number]) =>
    void visit(node, {
      // A definition does not count as a use.
      VariableDefinition: () => false,
      Variable: ({ name }) => void used.add(name.value),
      FragmentSpread({ name }) {
        if (entered.has(name.value)) return;
        entered.add(name.value);
        const fragment = definitions.find(
          (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name.value,
        );
        if (fragment) collect(fragment);
      },
    });
  collect(operation);
  return used;
}

/** The text without a definition and the separator next to it, or without the parentheses if it is the only definition. */
function dropDefinition(query: string, operation: OperationDefinitionNode, index: number): string {
  const definitions = definitionsOf(operation);
  const [start, end] = [startOf(definitions[index]), endOf(definitions[index])];
  const next = definitions[index + 1];
  if (next) return query.slice(0, start) + query.slice(startOf(next));
  const previous = definitions[index - 1];
  if (previous) return query.slice(0, endOf(previous)) + query.slice(end);
  const opening = /\s*\((?:[\s,]|#[^\n]*)*$/.exec(query.slice(0, start))?.index ?? start;
  const closing = /^(?:[\s,]|#[^\n]*)*\)/.exec(query.slice(end))?.[0].length ?? 0;
  return query.slice(0, opening) + query.slice(end + closing);
}

function endOf(node: VariableDefinitionNode | undefined): number {
  return node?.loc?.end ?? 0;
}

function dropValues(text: string, names: ReadonlySet<string>): string | null {
  if (names.size === 0) return text;
  const variables = parseVariables(text);
  if (variables === undefined) return null;
  const kept = Object.entries(variables).filter(([name]) => !names.has(name));
  const isSame = kept.length === Object.keys(variables).length;
  return isSame ? text : formatVariables(Object.fromEntries(kept));
}
