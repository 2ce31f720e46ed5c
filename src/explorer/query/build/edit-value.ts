import { type FieldNode, Kind, type ValueNode } from "graphql";
import { splice } from "./text.ts";

/** The name of an argument, then names of fields and indexes of entries within it. */
export type ValuePath = readonly [argument: string, ...within: (string | number)[]];

/** As in GraphQL, a single value also counts as a list of one. */
export function findValue(node: FieldNode, path: ValuePath): ValueNode | undefined {
  return findChild(node, path)?.value;
}

export function countEntries(value: ValueNode | undefined): number {
  return value === undefined ? 0 : childrenOf(value, 0).length;
}

/**
 * The text with the value at a path set to a literal, or removed if the literal is empty. Objects
 * and lists around it are added if they are missing, and removed if they become empty, except for
 * entries of lists. All other text stays as it is. The node must be parsed from this text.
 */
export function setValue(text: string, node: FieldNode, path: ValuePath, literal: string): string {
  return literal === "" ? dropValue(text, node, path) : putValue(text, node, path, literal);
}

interface ChildValue {
  readonly start: number;
  readonly end: number;
  readonly value: ValueNode;
}

type ValueParent = FieldNode | ValueNode;

function findChild(node: FieldNode, path: ValuePath): ChildValue | undefined {
  let parent: ValueParent = node;
  let found: ChildValue | undefined;
  for (const step of path) {
    found = childrenOf(parent, step)[indexOf(parent, step)];
    if (found === undefined) return undefined;
    parent = found.value;
  }
  return found;
}

/** As in GraphQL, for an index a single value counts as a list of one. */
function childrenOf(parent: ValueParent, step: string | number): readonly ChildValue[] {
  if (parent.kind === Kind.LIST) return parent.values.map((value) => toChild(value, value));
  if (typeof step === "number") {
    return parent.kind === Kind.FIELD || parent.kind === Kind.NULL ? [] : [toChild(parent, parent)];
  }
  return namedChildren(parent).map((child) => toChild(child, child.value));
}

function indexOf(parent: ValueParent, step: string | number): number {
  if (typeof step === "number") return step;
  return namedChildren(parent).findIndex(({ name }) => name.value === step);
}

function namedChildren(parent: ValueParent) {
  if (parent.kind === Kind.FIELD) return parent.arguments ?? [];
  return parent.kind === Kind.OBJECT ? parent.fields : [];
}

function toChild({ loc }: Pick<ValueNode, "loc">, value: ValueNode): ChildValue {
  return { start: loc?.start ?? 0, end: loc?.end ?? 0, value };
}

function putValue(text: string, node: FieldNode, path: ValuePath, literal: string): string {
  const found = findChild(node, path);
  if (found) return splice(text, found.value.loc?.start ?? 0, found.end, literal);
  const step = lastOf(path);
  const written = typeof step === "number" ? literal : `${step}: ${literal}`;
  const parentPath = parentOf(path);
  if (parentPath === null) return putArgument(text, node, written);
  const parent = findValue(node, parentPath);
  const last = parent && childrenOf(parent, step).at(-1);
  // A single value counts as a list of one. With a second entry, it is written as a list.
  const isLone = typeof step === "number" && parent?.kind !== Kind.LIST;
  if (last === undefined || isLone) {
    const before = last ? `${text.slice(last.start, last.end)}, ` : "";
    const whole = typeof step === "number" ? `[${before}${written}]` : `{ ${written} }`;
    return putValue(text, node, parentPath, whole);
  }
  return putAfter(text, last.end, written);
}

function putArgument(text: string, node: FieldNode, written: string): string {
  const last = node.arguments?.at(-1)?.loc;
  if (last) return putAfter(text, last.end, written);
  const end = node.name.loc?.end ?? 0;
  return splice(text, end, end, `(${written})`);
}

function putAfter(text: string, end: number, written: string): string {
  const endsLine = /^[ \t,]*(?:#[^\n]*)?(?:\n|$)/.test(text.slice(end));
  const indent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, end))?.[1] ?? "";
  return splice(text, end, end, endsLine ? `\n${indent}${written}` : `, ${written}`);
}

function dropValue(text: string, node: FieldNode, path: ValuePath): string {
  const found = findChild(node, path);
  if (found === undefined) return text;
  const parentPath = parentOf(path);
  const parent = parentPath === null ? node : findValue(node, parentPath);
  const siblings = parent === undefined ? [] : childrenOf(parent, lastOf(path));
  if (siblings.length > 1) return dropChild(text, siblings, found);
  if (parentPath === null) return dropArguments(text, node, found);
  if (typeof lastOf(parentPath) !== "number") return dropValue(text, node, parentPath);
  return putValue(text, node, parentPath, typeof lastOf(path) === "number" ? "[]" : "{}");
}

function dropChild(text: string, siblings: readonly ChildValue[], child: ChildValue): string {
  const at = siblings.findIndex(({ start }) => start === child.start);
  const next = siblings[at + 1];
  if (next) return splice(text, child.start, next.start, "");
  return splice(text, siblings[at - 1]?.end ?? child.start, child.end, "");
}

function dropArguments(text: string, node: FieldNode, { end }: ChildValue): string {
  const closing = /^(?:[\s,]|#[^\n]*)*\)/.exec(text.slice(end))?.[0].length ?? 0;
  return splice(text, node.name.loc?.end ?? 0, end + closing, "");
}

function lastOf(path: ValuePath): string | number {
  return path.at(-1) ?? path[0];
}

function parentOf([argument, ...within]: ValuePath): ValuePath | null {
  return within.length === 0 ? null : [argument, ...within.slice(0, -1)];
}
