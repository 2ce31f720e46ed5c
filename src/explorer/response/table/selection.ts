import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  parse,
  type SelectionSetNode,
} from "graphql";
import { findOperation } from "../../query/operations.ts";

export interface SelectedField {
  readonly key: string;
  readonly name: string;
  /** The fields selected of it; empty for a leaf. */
  readonly fields: readonly SelectedField[];
  readonly fieldNodes: readonly FieldNode[];
}

/** In the query's order; empty if the document cannot be parsed or has no such operation. */
export function readSelectedFields(
  query: string,
  operationName?: string,
): readonly SelectedField[] {
  try {
    const document = parse(query);
    const operation = findOperation(document, operationName);
    if (operation === null) return [];
    const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
    return collectFields([{ set: operation.selectionSet, fragments }]);
  } catch {
    return [];
  }
}

/** The `identifier` among a field's arguments; null if there is none, or if it is a variable. */
export function identifierArgument({ fieldNodes: [node] }: SelectedField): string | null {
  const given = node?.arguments?.find(({ name }) => name.value === "identifier")?.value;
  return given?.kind === Kind.STRING ? given.value : null;
}

/** A selection may not spread a fragment within itself, which would be followed forever. */
interface ScopedSet {
  readonly set: SelectionSetNode;
  readonly fragments: readonly FragmentDefinitionNode[];
}

function collectFields(sets: readonly ScopedSet[]): readonly SelectedField[] {
  const found = sets.flatMap(gatherFields);
  const byKey = Map.groupBy(found, ({ node }) => node.alias?.value ?? node.name.value);
  return [...byKey].map(([key, selections]) => {
    // A fragment that is spread twice selects the same node twice.
    const unique = [...new Map(selections.map((one) => [one.node, one])).values()];
    const fieldNodes = unique.map(({ node }) => node);
    const inner = unique.flatMap(({ node: { selectionSet: set }, fragments }) =>
      set ? { set, fragments } : [],
    );
    const name = fieldNodes[0]?.name.value ?? key;
    return { key, name, fieldNodes, fields: collectFields(inner) };
  });
}

function gatherFields({
  set,
  fragments,
}: ScopedSet): readonly (Pick<ScopedSet, "fragments"> & { readonly node: FieldNode })[] {
  return set.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [{ node, fragments }];
    if (node.kind === Kind.INLINE_FRAGMENT)
      return gatherFields({ set: node.selectionSet, fragments });
    const fragment = fragments.find(({ name }) => name.value === node.name.value);
    if (fragment === undefined) return [];
    const others = fragments.filter((other) => other !== fragment);
    return gatherFields({ set: fragment.selectionSet, fragments: others });
  });
}

/** The fields that have the value of a field of additional data, or of a facet. */
export const valueNames: readonly string[] = ["value", "text", "number", "boolean", "date"];

/** Whether it stands for the whole entry that it is in: `value`, or the only one like it. */
export function standsForEntry({ fields }: Pick<SelectedField, "fields">, name: string): boolean {
  if (name === "value") return true;
  return (
    valueNames.includes(name) && fields.filter((one) => valueNames.includes(one.name)).length === 1
  );
}
