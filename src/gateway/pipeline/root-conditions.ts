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
 * Whether a subscription has a root field with a condition other than `true` and `false`. Validation must find the root field without
 * variables, and graphql-js fails if it needs one there.
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
    // Syntax errors are reported later, by Apollo Server.
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}

/** The selections at the root, including those of fragments. Each fragment is visited once. */
function rootSelections(
  root: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly SelectionNode[] {
  const selections = [...root.selections];
  const spread = new Set<FragmentDefinitionNode>();
  // The list grows during this loop.
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
