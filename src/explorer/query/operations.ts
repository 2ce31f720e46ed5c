import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from "graphql";

export function findOperation(
  document: DocumentNode,
  name?: string,
): OperationDefinitionNode | null {
  const operations = operationsOf(document);
  return operations.find((one) => name === undefined || one.name?.value === name) ?? null;
}

/**
 * The operations that a run may mean: the one that the cursor is in, or else all of them.
 * None if the query has a syntax error.
 */
export function operationsAt(query: string, cursor: number): readonly OperationDefinitionNode[] {
  try {
    const operations = operationsOf(parse(query));
    const around = operations.filter(({ loc }) => loc && loc.start <= cursor && cursor <= loc.end);
    return around.length === 1 ? around : operations;
  } catch {
    return [];
  }
}

export function operationsOf({ definitions }: DocumentNode): readonly OperationDefinitionNode[] {
  return definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
}
