import {
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { type Fragments, fragmentsOf } from "../../../execution/fragments.ts";

/**
 * Whether a root field of a subscription has a condition that is not the literal `true` or `false`. Validation looks for the root field
 * before the variables are known, so graphql-js would fail at a condition that needs a variable.
 */
export function hasNonLiteralRootCondition(document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  return document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION &&
      rootSelections(definition.selectionSet, fragments).some(hasNonLiteralCondition),
  );
}

function rootSelections(root: SelectionSetNode, fragments: Fragments): readonly SelectionNode[] {
  const selections = [...root.selections];
  const visited = new Set<FragmentDefinitionNode>();
  // The list grows while the loop visits it.
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) continue;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      selections.push(...selection.selectionSet.selections);
      continue;
    }
    const fragment = fragments[selection.name.value];
    if (fragment === undefined || visited.has(fragment)) continue;
    visited.add(fragment);
    selections.push(...fragment.selectionSet.selections);
  }
  return selections;
}

function hasNonLiteralCondition({ directives = [] }: SelectionNode): boolean {
  return directives.some((directive) => isCondition(directive) && !hasLiteral(directive));
}

function isCondition({ name }: DirectiveNode): boolean {
  return name.value === "skip" || name.value === "include";
}

function hasLiteral({ arguments: nodes = [] }: DirectiveNode): boolean {
  return nodes.some(({ name, value }) => name.value === "if" && value.kind === Kind.BOOLEAN);
}
