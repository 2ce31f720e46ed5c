import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from "graphql";

/** One step down the tree of fields: a field's name, or `... on Type`. */
export type Step = string;

/** A document that the tree can change: its text, what it parses to, and the operation that the tree shows. */
export interface EditableQuery {
  readonly text: string;
  readonly operation: OperationDefinitionNode | null;
}

/** The document as the tree changes it, its first query in front; null while its syntax is wrong. */
export function readEditable(text: string): EditableQuery | null {
  if (text.replace(/#.*$/gm, "").trim() === "") return { text, operation: null };
  try {
    // An empty selection is what the last field leaves behind; the parser would refuse it.
    const document = parse(fillEmptySelection(text));
    return { text: fillEmptySelection(text), operation: firstQuery(document) };
  } catch {
    return null;
  }
}

/** The field that a path of steps leads to in the query, by name whatever its alias; undefined where it is not selected. */
export function findField(
  { operation }: EditableQuery,
  path: readonly Step[],
): FieldNode | undefined {
  const found = walk(operation, path);
  return found?.kind === Kind.FIELD ? found : undefined;
}

/** Whether a path is selected, an inline fragment included. */
export function isSelected({ operation }: EditableQuery, path: readonly Step[]): boolean {
  return walk(operation, path) !== undefined;
}

/**
 * The text with a field added at the end of its parent's selection, and its parents where they are not there yet.
 * `selection` is what follows the last step: its required arguments and its own selection, or nothing.
 */
export function addField(
  editable: EditableQuery,
  path: readonly Step[],
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
  if (set?.loc) return intoSet(editable.text, set, rest, selection);
  const end = parent?.loc?.end ?? editable.text.length;
  const indent = indentAt(editable.text, parent?.loc?.start ?? end);
  return splice(editable.text, end, end, ` ${nest(rest, selection, indent)}`);
}

/** The text without a field; parents that it leaves empty go with it, the operation stays. */
export function removeField(editable: EditableQuery, path: readonly Step[]): string {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = walk(editable.operation, path.slice(0, depth));
    const parent =
      depth === 1 ? editable.operation : walk(editable.operation, path.slice(0, depth - 1));
    const siblings = parent?.selectionSet?.selections.length ?? 0;
    if (!node?.loc) return editable.text;
    if (siblings > 1 || depth === 1) {
      return cut(editable.text, node.loc.start, node.loc.end);
    }
  }
  return editable.text;
}

/** The text with a field's argument set to a literal, or without it where the literal is empty. */
export function setArgument(
  text: string,
  node: FieldNode,
  { name, literal }: { readonly name: string; readonly literal: string },
): string {
  const kept = (node.arguments ?? [])
    .filter((argument) => argument.name.value !== name)
    .map(({ loc }) => text.slice(loc?.start, loc?.end));
  const given = literal === "" ? [] : [`${name}: ${literal}`];
  const order = (node.arguments ?? []).findIndex((argument) => argument.name.value === name);
  const list = order < 0 ? [...kept, ...given] : kept.toSpliced(order, 0, ...given);
  const from = node.name.loc?.end ?? 0;
  const last = node.arguments?.at(-1)?.loc?.end;
  const to = last === undefined ? from : text.indexOf(")", last) + 1;
  return splice(text, from, to, list.length === 0 ? "" : `(${list.join(", ")})`);
}

/** What a newly ticked field needs to be valid: its required arguments, and the plainest selection of its type. */
export function starterSelection(field: GraphQLField<unknown, unknown>, indent: string): string {
  const required = field.args.filter(isRequiredArgument);
  const values = required.map((argument) => `${argument.name}: ${starterValue(argument.type)}`);
  const given = values.length === 0 ? "" : `(${values.join(", ")})`;
  return given + starterFields(field.type, indent);
}

function starterValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return starterValue(type.ofType);
  if (isListType(type)) return "[]";
  if (isEnumType(type)) return type.getValues()[0]?.name ?? "null";
  switch (getNamedType(type).name) {
    case "Int":
    case "Float":
      return "0";
    case "Boolean":
      return "false";
    default:
      return '""';
  }
}

const plainest = ["name", "identifier", "hasNextPage", "projectId", "id"];

function starterFields(type: GraphQLOutputType, indent: string): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return "";
  if (!isObjectType(named) && !isInterfaceType(named)) return " { __typename }";
  const fields = named.getFields();
  const nodes = fields["nodes"];
  const inner = `${indent}  `;
  if (nodes) return ` {\n${inner}nodes${starterFields(nodes.type, inner)}\n${indent}}`;
  const name = plainest.find((candidate) => fields[candidate]) ?? "__typename";
  return ` {\n${inner}${name}\n${indent}}`;
}

function firstQuery(document: DocumentNode): OperationDefinitionNode | null {
  return (
    document.definitions.find(
      (definition): definition is OperationDefinitionNode =>
        definition.kind === Kind.OPERATION_DEFINITION && definition.operation === "query",
    ) ?? null
  );
}

const placeholder = "__typename";

function fillEmptySelection(text: string): string {
  const bare = text.replace(/#.*$/gm, (comment) => " ".repeat(comment.length));
  const empty = /\{\s*\}/.exec(bare);
  if (!empty) return text;
  const end = empty.index + empty[0].length - 1;
  return `${text.slice(0, empty.index + 1)}\n  ${placeholder}\n${text.slice(end)}`;
}

type Selecting = { readonly selectionSet?: SelectionSetNode | undefined };

function walk(from: Selecting | null, path: readonly Step[]) {
  let at: Selecting | null = from;
  let found: SelectionSetNode["selections"][number] | undefined;
  for (const step of path) {
    found = at?.selectionSet?.selections.find((selection) => stepOf(selection) === step);
    if (found === undefined || found.kind === Kind.FRAGMENT_SPREAD) return undefined;
    at = found;
  }
  return found?.kind === Kind.FRAGMENT_SPREAD ? undefined : found;
}

function stepOf(selection: SelectionSetNode["selections"][number]): Step | null {
  switch (selection.kind) {
    case Kind.FIELD:
      return selection.name.value;
    case Kind.INLINE_FRAGMENT:
      return selection.typeCondition ? `... on ${selection.typeCondition.name.value}` : null;
    case Kind.FRAGMENT_SPREAD:
      return null;
  }
}

/** A selection set that holds nothing but the rest of a path. */
function nest(path: readonly Step[], selection: (depth: number) => string, indent: string): string {
  const [step, ...rest] = path;
  if (step === undefined) return "";
  const inner = `${indent}  `;
  const tail = rest.length === 0 ? selection(inner.length) : ` ${nest(rest, selection, inner)}`;
  return `{\n${inner}${step}${tail}\n${indent}}`;
}

function intoSet(
  text: string,
  set: SelectionSetNode,
  rest: readonly Step[],
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

/** The operation's `__typename` that stands in for an empty selection is replaced by the first real field. */
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

function cut(text: string, from: number, to: number): string {
  const before = text.slice(0, from).replace(/[ \t]*$/, "");
  const after = text.slice(to).replace(/^[ \t,]*/, "");
  const ownLine = before.endsWith("\n") && (after.startsWith("\n") || after === "");
  return ownLine ? before + after.slice(1) : `${before} ${after}`;
}

function splice(text: string, from: number, to: number, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}

/** The text with a selection added at the end of a field's own. The node must be of this very text. */
export function addSelection(text: string, node: FieldNode, selection: string): string {
  const set = node.selectionSet?.loc;
  if (!set) return text;
  const last = node.selectionSet?.selections.at(-1)?.loc?.end ?? set.start + 1;
  const isOneLine = !text.slice(set.start, set.end).includes("\n");
  const indent = isOneLine ? " " : `\n${indentAt(text, set.end - 1)}  `;
  return splice(text, last, last, `${indent}${selection}`);
}
