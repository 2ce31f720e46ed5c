import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from "graphql";
import { splice } from "./splice.ts";

/** The path to a selection: names of fields, and `... on Type` for inline fragments. */
export type SelectionPath = readonly string[];

/** A document that the tree can edit: its text, and the operation that the tree shows. */
export interface EditableQuery {
  readonly text: string;
  readonly operation: OperationDefinitionNode | null;
}

/** Reads a document to edit its first operation. Null if its syntax is wrong. */
export function readEditable(text: string): EditableQuery | null {
  if (text.replace(/#.*$/gm, "").trim() === "") return { text, operation: null };
  for (const readable of [text, ...withFilledSelections(text)]) {
    try {
      return { text: readable, operation: firstOperation(parse(readable)) };
    } catch {
      // The next one might parse.
    }
  }
  return null;
}

/** The field at a path, whatever its alias; undefined if it is not selected. */
export function findField(
  { operation }: EditableQuery,
  path: SelectionPath,
): FieldNode | undefined {
  const found = walk(operation, path);
  return found?.kind === Kind.FIELD ? found : undefined;
}

/** Whether a path is selected. It may end in an inline fragment. */
export function isSelected({ operation }: EditableQuery, path: SelectionPath): boolean {
  return walk(operation, path) !== undefined;
}

/**
 * The text with a field added at the end of its parent's selection. Missing parents are added, too.
 * @param selection returns what follows the field's name: its required arguments and its own selection, or nothing.
 */
export function addField(
  editable: EditableQuery,
  path: SelectionPath,
  selection: (depth: number) => string,
): string {
  if (editable.operation === null) {
    return `${editable.text}${nest(path, selection, "")}\n`;
  }
  let depth = path.length - 1;
  while (depth > 0 && walk(editable.operation, path.slice(0, depth)) === undefined) depth -= 1;
  const parent = depth === 0 ? editable.operation : walk(editable.operation, path.slice(0, depth));
  const rest = path.slice(depth);
  const set = parent?.selectionSet;
  if (set?.loc) return addToSet(editable.text, set, rest, selection);
  const end = parent?.loc?.end ?? editable.text.length;
  const indent = indentAt(editable.text, parent?.loc?.start ?? end);
  return splice(editable.text, end, end, ` ${nest(rest, selection, indent)}`);
}

/** The text without a field. Parents that become empty go, too, but the operation stays. */
export function removeField(editable: EditableQuery, path: SelectionPath): string {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = walk(editable.operation, path.slice(0, depth));
    const parent =
      depth === 1 ? editable.operation : walk(editable.operation, path.slice(0, depth - 1));
    const siblings = parent?.selectionSet?.selections.length ?? 0;
    if (!node?.loc) return editable.text;
    if (siblings > 1 || depth === 1) {
      return removeSpan(editable.text, node.loc.start, node.loc.end);
    }
  }
  return editable.text;
}

/** The first operation of a document; null if there is none. */
export function firstOperation({ definitions }: DocumentNode): OperationDefinitionNode | null {
  return definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION) ?? null;
}

const placeholder = "__typename";

/** The text with one pair of empty braces filled, for each such pair. The parser refuses an empty selection. */
function withFilledSelections(text: string): readonly string[] {
  const bare = text.replace(/#.*$/gm, (comment) => " ".repeat(comment.length));
  return [...bare.matchAll(/\{\s*\}/g)].map(({ 0: { length }, index }) => {
    const end = index + length - 1;
    const indent = indentAt(text, index);
    return `${text.slice(0, index + 1)}\n${indent}  ${placeholder}\n${indent}${text.slice(end)}`;
  });
}

type Selecting = { readonly selectionSet?: SelectionSetNode | undefined };

function walk(from: Selecting | null, path: SelectionPath) {
  let at: Selecting | null = from;
  let found: SelectionSetNode["selections"][number] | undefined;
  for (const step of path) {
    found = at?.selectionSet?.selections.find((selection) => stepOf(selection) === step);
    if (found === undefined || found.kind === Kind.FRAGMENT_SPREAD) return undefined;
    at = found;
  }
  return found?.kind === Kind.FRAGMENT_SPREAD ? undefined : found;
}

function stepOf(selection: SelectionSetNode["selections"][number]): string | null {
  switch (selection.kind) {
    case Kind.FIELD:
      return selection.name.value;
    case Kind.INLINE_FRAGMENT:
      return selection.typeCondition ? `... on ${selection.typeCondition.name.value}` : null;
    case Kind.FRAGMENT_SPREAD:
      return null;
  }
}

/** A selection set that contains only the rest of a path. */
function nest(path: SelectionPath, selection: (depth: number) => string, indent: string): string {
  const [step, ...rest] = path;
  if (step === undefined) return "";
  const inner = `${indent}  `;
  const tail = rest.length === 0 ? selection(inner.length) : ` ${nest(rest, selection, inner)}`;
  return `{\n${inner}${step}${tail}\n${indent}}`;
}

function addToSet(
  text: string,
  set: SelectionSetNode,
  rest: SelectionPath,
  selection: (depth: number) => string,
): string {
  const [step = "", ...deeper] = rest;
  const only = set.selections[0];
  const first = set.selections.length === 1 && isPlaceholder(only) ? only : undefined;
  const close = (set.loc?.end ?? text.length) - 1;
  const indent = `${indentAt(text, close)}  `;
  const tail =
    deeper.length === 0 ? selection(indent.length) : ` ${nest(deeper, selection, indent)}`;
  if (first?.loc) return splice(text, first.loc.start, first.loc.end, step + tail);
  const end = set.selections.at(-1)?.loc?.end ?? close;
  return splice(text, end, end, `\n${indent}${step}${tail}`);
}

/** Whether a selection is the placeholder of an empty one. The first real field replaces it. */
function isPlaceholder(selection: SelectionSetNode["selections"][number] | undefined): boolean {
  return (
    selection?.kind === Kind.FIELD &&
    selection.name.value === placeholder &&
    selection.alias === undefined
  );
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? "";
}

function removeSpan(text: string, from: number, to: number): string {
  const before = text.slice(0, from).replace(/[ \t]*$/, "");
  const after = text.slice(to).replace(/^[ \t,]*/, "");
  const ownLine = before.endsWith("\n") && (after.startsWith("\n") || after === "");
  return ownLine ? before + after.slice(1) : `${before} ${after}`;
}

/** The text with a selection added at the end of a field's selection. The node must be parsed from this text. */
export function addSelection(text: string, node: FieldNode, selection: string): string {
  const set = node.selectionSet?.loc;
  if (!set) return text;
  const last = node.selectionSet?.selections.at(-1)?.loc?.end ?? set.start + 1;
  const isOneLine = !text.slice(set.start, set.end).includes("\n");
  const indent = isOneLine ? " " : `\n${indentAt(text, set.end - 1)}  `;
  return splice(text, last, last, `${indent}${selection}`);
}
