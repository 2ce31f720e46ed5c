import {
  type DirectiveNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/**
 * Whether a subscription of a document, given as its text, has a field of its root depend on anything but `true` or `false`.
 * Which field it has is told before its variables are known, and graphql-js gives up where one would be needed.
 */
export function hasOpenRootCondition(text: string): boolean {
  if (!/@\s*(skip|include)/.test(text)) return false;
  try {
    const { definitions } = parse(text, { noLocation: true });
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const definition of definitions) {
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
      fragments.set(definition.name.value, definition);
    }
    return definitions.some(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION &&
        definition.operation === OperationTypeNode.SUBSCRIPTION &&
        rootSelections(definition.selectionSet, fragments).some(isOpen),
    );
  } catch (error) {
    // What is wrong with the syntax is left for the server to say.
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}

/** What stands at the root, within fragments too: each of them once. */
function rootSelections(
  root: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly SelectionNode[] {
  const selections = [...root.selections];
  const spread = new Set<FragmentDefinitionNode>();
  // It grows while it is gone through.
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) continue;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      selections.push(...selection.selectionSet.selections);
      continue;
    }
    const fragment = fragments.get(selection.name.value);
    if (fragment === undefined || spread.has(fragment)) continue;
    spread.add(fragment);
    selections.push(...fragment.selectionSet.selections);
  }
  return selections;
}

function isOpen({ directives = [] }: SelectionNode): boolean {
  return directives.some((directive) => isCondition(directive) && !isDecided(directive));
}

function isCondition({ name }: DirectiveNode): boolean {
  return name.value === "skip" || name.value === "include";
}

function isDecided({ arguments: given = [] }: DirectiveNode): boolean {
  return given.some(({ name, value }) => name.value === "if" && value.kind === Kind.BOOLEAN);
}
