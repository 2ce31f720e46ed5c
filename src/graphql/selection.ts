import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
} from "graphql";

/**
 * Whether the query selects a field by this path below what the resolver gives, fragments included and directives heeded.
 * @param path names of fields, as `["edges", "cursor"]`.
 */
export function isSelected(info: GraphQLResolveInfo, ...path: readonly string[]): boolean {
  return path.reduce((nodes, name) => childrenOf(nodes, name, info), info.fieldNodes).length > 0;
}

function childrenOf(
  nodes: readonly FieldNode[],
  name: string,
  info: GraphQLResolveInfo,
): readonly FieldNode[] {
  return nodes.flatMap(({ selectionSet }) =>
    findFields(selectionSet?.selections ?? [], name, info),
  );
}

function findFields(
  selections: readonly SelectionNode[],
  name: string,
  info: GraphQLResolveInfo,
): readonly FieldNode[] {
  return selections.flatMap((selection): readonly FieldNode[] => {
    if (!isIncluded(selection, info)) return [];
    switch (selection.kind) {
      case Kind.FIELD:
        return selection.name.value === name ? [selection] : [];
      case Kind.INLINE_FRAGMENT:
        return findFields(selection.selectionSet.selections, name, info);
      case Kind.FRAGMENT_SPREAD: {
        const fragment = info.fragments[selection.name.value];
        return findFields(fragment?.selectionSet.selections ?? [], name, info);
      }
      default:
        return selection satisfies never;
    }
  });
}

function isIncluded(selection: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean {
  if (!selection.directives?.length) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
  return skip?.["if"] !== true && include?.["if"] !== false;
}
