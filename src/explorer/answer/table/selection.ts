import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from "graphql";

/** A selected field, with all its selections merged, including those in fragments. Fields come in the order of the query. */
export interface SelectedField {
  /** Its key in the answer: the alias, or else the name. */
  readonly key: string;
  readonly name: string;
  /** Its selection; empty for a leaf. */
  readonly fields: readonly SelectedField[];
  /** All selections of it in the document. */
  readonly nodes: readonly FieldNode[];
}

/** The fields that an operation selects; empty if the document cannot be parsed, or has no such operation. */
export function readSelectedFields(
  query: string,
  operationName?: string,
): readonly SelectedField[] {
  try {
    const document = parse(query);
    const operations = document.definitions.filter(
      (definition): definition is OperationDefinitionNode =>
        definition.kind === Kind.OPERATION_DEFINITION,
    );
    const operation = operationName
      ? operations.find(({ name }) => name?.value === operationName)
      : operations[0];
    if (operation === undefined) return [];
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        fragments.set(definition.name.value, definition);
      }
    }
    return collectFields([operation.selectionSet], fragments, new Set());
  } catch {
    return [];
  }
}

/** The `identifier` that a field's arguments name, as text in the query; null if there is none, or if it is a variable. */
export function identifierArgument({ nodes: [node] }: SelectedField): string | null {
  const given = node?.arguments?.find(({ name }) => name.value === "identifier")?.value;
  return given?.kind === Kind.STRING ? given.value : null;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function collectFields(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  entered: ReadonlySet<string>,
): readonly SelectedField[] {
  const found = new Map<string, { nodes: FieldNode[]; entered: Set<string> }>();
  for (const set of sets) gatherNodes(set, fragments, entered, found);
  return [...found].map(([key, field]) => ({
    key,
    name: field.nodes[0]?.name.value ?? key,
    nodes: field.nodes,
    fields: collectFields(
      field.nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
      fragments,
      field.entered,
    ),
  }));
}

/** @param entered the fragments around this set. A fragment that contains itself is invalid, and must not be followed forever. */
function gatherNodes(
  set: SelectionSetNode,
  fragments: Fragments,
  entered: ReadonlySet<string>,
  found: Map<string, { nodes: FieldNode[]; entered: Set<string> }>,
): void {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const field = found.get(key) ?? { nodes: [], entered: new Set<string>() };
      found.set(key, field);
      if (!field.nodes.includes(selection)) field.nodes.push(selection);
      for (const name of entered) field.entered.add(name);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      gatherNodes(selection.selectionSet, fragments, entered, found);
    } else {
      const fragment = fragments.get(selection.name.value);
      if (fragment === undefined || entered.has(fragment.name.value)) continue;
      const within = new Set([...entered, fragment.name.value]);
      gatherNodes(fragment.selectionSet, fragments, within, found);
    }
  }
}
