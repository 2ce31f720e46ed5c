import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from "graphql";

/** A selected field, with all its selections merged, including those in fragments. */
export interface SelectedField {
  /** Its key in the response: the alias, or else the name. */
  readonly key: string;
  readonly name: string;
  /** The fields selected of it; empty for a leaf. */
  readonly fields: readonly SelectedField[];
  /** The nodes that select it in the document. */
  readonly fieldNodes: readonly FieldNode[];
}

/** The fields that an operation selects, in the query's order; empty if the document cannot be parsed or has no such operation. */
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
    return collectFields([{ set: operation.selectionSet, entered: new Set() }], fragments);
  } catch {
    return [];
  }
}

/** The `identifier` among a field's arguments; null if there is none, or if it is a variable. */
export function identifierArgument({ fieldNodes: [node] }: SelectedField): string | null {
  const given = node?.arguments?.find(({ name }) => name.value === "identifier")?.value;
  return given?.kind === Kind.STRING ? given.value : null;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

interface ScopedSet {
  readonly set: SelectionSetNode;
  readonly entered: ReadonlySet<string>;
}

interface ScopedField {
  readonly node: FieldNode;
  readonly entered: ReadonlySet<string>;
}

function collectFields(sets: readonly ScopedSet[], fragments: Fragments): readonly SelectedField[] {
  const found = sets.flatMap((set) => gatherFields(set, fragments));
  const byKey = Map.groupBy(found, ({ node }) => node.alias?.value ?? node.name.value);
  return [...byKey].map(([key, selections]) => {
    // A fragment that is spread twice selects the same node twice.
    const unique = [...new Map(selections.map((one) => [one.node, one])).values()];
    const fieldNodes = unique.map(({ node }) => node);
    const inner = unique.flatMap(({ node: { selectionSet: set }, entered }) =>
      set ? { set, entered } : [],
    );
    return {
      key,
      name: fieldNodes[0]?.name.value ?? key,
      fieldNodes,
      fields: collectFields(inner, fragments),
    };
  });
}

function gatherFields({ set, entered }: ScopedSet, fragments: Fragments): readonly ScopedField[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [{ node: selection, entered }];
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return gatherFields({ set: selection.selectionSet, entered }, fragments);
    }
    const name = selection.name.value;
    const fragment = fragments.get(name);
    // A fragment that contains itself is invalid, and must not be followed forever.
    if (fragment === undefined || entered.has(name)) return [];
    const within = new Set([...entered, name]);
    return gatherFields({ set: fragment.selectionSet, entered: within }, fragments);
  });
}
