import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type VariableDefinitionNode,
  visit,
} from "graphql";
import { isObject } from "../../connect/json.ts";
import { type RequestText, startOf } from "./edit-request.ts";

/**
 * The request without those of the given variables that it does not use any more. GraphQL refuses an operation with an unused
 * variable. Null if the variables are not valid JSON.
 */
export function withoutUnused(
  { query, variables }: RequestText,
  names: ReadonlySet<string>,
): RequestText | null {
  const document = parse(query);
  const operations = document.definitions.filter(isOperation);
  for (const operation of operations) {
    const used = variablesUsed(operation, document);
    const place = definitionsOf(operation).findIndex(
      ({ variable: { name } }) => names.has(name.value) && !used.has(name.value),
    );
    // This changes the offsets, so the next one is looked for in the new text.
    if (place >= 0) {
      return withoutUnused({ query: dropDefinition(query, operation, place), variables }, names);
    }
  }
  const defined = operations.flatMap(definitionsOf).map(({ variable }) => variable.name.value);
  const values = dropValues(variables, new Set([...names].filter((it) => !defined.includes(it))));
  return values === null ? null : { query, variables: values };
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

/** The text without a definition and the separator next to it. If it is the only one, the parentheses go, too. */
function dropDefinition(query: string, operation: OperationDefinitionNode, place: number): string {
  const definitions = definitionsOf(operation);
  const [start, end] = [startOf(definitions[place]), endOf(definitions[place])];
  const next = definitions[place + 1];
  if (next) return query.slice(0, start) + query.slice(startOf(next));
  const previous = definitions[place - 1];
  if (previous) return query.slice(0, endOf(previous)) + query.slice(end);
  const opening = /\s*\((?:[\s,]|#[^\n]*)*$/.exec(query.slice(0, start))?.index ?? start;
  const closing = /^(?:[\s,]|#[^\n]*)*\)/.exec(query.slice(end))?.[0].length ?? 0;
  return query.slice(0, opening) + query.slice(end + closing);
}

function endOf(node: VariableDefinitionNode | undefined): number {
  return node?.loc?.end ?? 0;
}

function dropValues(text: string, names: ReadonlySet<string>): string | null {
  if (names.size === 0 || text.trim() === "") return text;
  try {
    const variables: unknown = JSON.parse(text);
    if (!isObject(variables)) return null;
    const kept = Object.entries(variables).filter(([name]) => !names.has(name));
    if (kept.length === Object.keys(variables).length) return text;
    return kept.length === 0 ? "" : `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
  } catch {
    return null;
  }
}
