import {
  type DocumentNode,
  type FieldNode,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from "graphql";
import { findOperation } from "../operations.ts";
import { blankComments, indentAt, splice } from "./text.ts";

/** Names of fields, and `... on Type` for inline fragments. */
export type SelectionPath = readonly string[];

export interface EditableQuery {
  readonly text: string;
  readonly operation: OperationDefinitionNode | null;
}

/** Fills an empty selection. Null for any other syntax error. */
export function readEditable(text: string): EditableQuery | null {
  if (blankComments(text).trim() === "") return { text, operation: null };
  for (const readable of [text, ...withFilledSelections(text)]) {
    try {
      const document = parse(readable);
      // graphql-js 16 refuses an empty selection, and 17 does not.
      if (!hasEmptySelection(document)) {
        return { text: readable, operation: findOperation(document) };
      }
    } catch {
      // The next one might parse.
    }
  }
  return null;
}

function hasEmptySelection(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    SelectionSet({ selections }) {
      isFound ||= selections.length === 0;
    },
  });
  return isFound;
}

export function findField(
  { operation }: EditableQuery,
  path: SelectionPath,
): FieldNode | undefined {
  const found = findNode(operation, path);
  return found?.kind === Kind.FIELD ? found : undefined;
}

export function isPathSelected({ operation }: EditableQuery, path: SelectionPath): boolean {
  return findNode(operation, path) !== undefined;
}

/**
 * The text with a field added at the end of its parent's selection. Missing parents are also added.
 * @param writeRest writes what follows the field's name on a line with this indent: its required
 * arguments and its own selection, or nothing.
 */
export function addField(
  { text, operation }: EditableQuery,
  path: SelectionPath,
  writeRest: (indent: string) => string,
): string {
  if (operation === null) return `${text}${formatSet(path, writeRest, "")}\n`;
  const { parent, rest } = nearestParent(operation, path);
  const set = parent.selectionSet;
  if (set?.loc) return addToSet(text, set, rest, writeRest);
  const end = parent.loc?.end ?? text.length;
  const indent = indentAt(text, parent.loc?.start ?? end);
  return splice(text, end, end, ` ${formatSet(rest, writeRest, indent)}`);
}

/** Parents that become empty are removed, too, except for the operation. */
export function removeField({ text, operation }: EditableQuery, path: SelectionPath): string {
  if (findNode(operation, path) === undefined) return text;
  const isOnlyChild = (child: SelectionPath) =>
    findNode(operation, child.slice(0, -1))?.selectionSet?.selections.length === 1;
  let target = path;
  while (target.length > 1 && isOnlyChild(target)) target = target.slice(0, -1);
  const node = findNode(operation, target);
  return node?.loc ? removeSpan(text, node.loc.start, node.loc.end) : text;
}

/** Adds at the end of a field's selection. The node must be parsed from this text. */
export function addSelection(text: string, node: FieldNode, selection: string): string {
  const set = node.selectionSet?.loc;
  if (!set) return text;
  const last = node.selectionSet?.selections.at(-1)?.loc?.end ?? set.start + 1;
  const isOneLine = !text.slice(set.start, set.end).includes("\n");
  const indent = isOneLine ? " " : `\n${indentAt(text, set.end - 1)}  `;
  return splice(text, last, last, `${indent}${selection}`);
}

const placeholder = "__typename";

/** For each pair of empty braces, the text with that pair filled: the parser refuses them. */
function withFilledSelections(text: string): readonly string[] {
  return [...blankComments(text).matchAll(/\{\s*\}/g)].map(({ 0: { length }, index }) => {
    const end = index + length - 1;
    const indent = indentAt(text, index);
    return `${text.slice(0, index + 1)}\n${indent}  ${placeholder}\n${indent}${text.slice(end)}`;
  });
}

type SelectingNode = OperationDefinitionNode | FieldNode | InlineFragmentNode;

/** The node at a path: for an empty path, the operation. Undefined if the path is not selected. */
function findNode(
  operation: OperationDefinitionNode | null,
  path: SelectionPath,
): SelectingNode | undefined {
  let node: SelectingNode | undefined = operation ?? undefined;
  for (const step of path) {
    node = node?.selectionSet?.selections.find(
      (selection): selection is FieldNode | InlineFragmentNode => stepOf(selection) === step,
    );
  }
  return node;
}

function nearestParent(operation: OperationDefinitionNode, path: SelectionPath) {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const parent = findNode(operation, path.slice(0, depth));
    if (parent) return { parent, rest: path.slice(depth) };
  }
  return { parent: operation, rest: path };
}

function stepOf(selection: SelectionNode): string | null {
  switch (selection.kind) {
    case Kind.FIELD:
      return selection.name.value;
    case Kind.INLINE_FRAGMENT:
      return selection.typeCondition ? `... on ${selection.typeCondition.name.value}` : null;
    case Kind.FRAGMENT_SPREAD:
      return null;
  }
}

function formatSet(
  path: SelectionPath,
  writeRest: (indent: string) => string,
  indent: string,
): string {
  const inner = `${indent}  `;
  return `{\n${inner}${formatPath(path, writeRest, inner)}\n${indent}}`;
}

function formatPath(
  [step = "", ...rest]: SelectionPath,
  writeRest: (indent: string) => string,
  indent: string,
): string {
  if (rest.length === 0) return step + writeRest(indent);
  return `${step} ${formatSet(rest, writeRest, indent)}`;
}

function addToSet(
  text: string,
  { selections, loc }: SelectionSetNode,
  path: SelectionPath,
  writeRest: (indent: string) => string,
): string {
  const [first] = selections;
  const close = (loc?.end ?? text.length) - 1;
  const indent = `${indentAt(text, close)}  `;
  const added = formatPath(path, writeRest, indent);
  if (selections.length === 1 && isPlaceholder(first) && first?.loc) {
    return splice(text, first.loc.start, first.loc.end, added);
  }
  const end = selections.at(-1)?.loc?.end ?? close;
  return splice(text, end, end, `\n${indent}${added}`);
}

function isPlaceholder(selection: SelectionNode | undefined): boolean {
  return (
    selection?.kind === Kind.FIELD &&
    selection.name.value === placeholder &&
    selection.alias === undefined
  );
}

function removeSpan(text: string, from: number, to: number): string {
  const before = text.slice(0, from).replace(/[ \t]*$/, "");
  const after = text.slice(to).replace(/^[ \t,]*/, "");
  const ownLine = before.endsWith("\n") && (after.startsWith("\n") || after === "");
  return ownLine ? before + after.slice(1) : `${before} ${after}`;
}
