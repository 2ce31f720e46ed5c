import {
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { type Fragments, fragmentsOf } from "../../../execution/fragments.ts";

/**
 * Maximum nesting of brackets, and of selection sets with their fragments: far below what overflows
 * the stack of a recursive function.
 */
export const maxNesting = 200;

/**
 * Maximum nesting of fields in an operation, and maximum number of aliases. Those of a fragment
 * count once for each spread.
 */
const maxDepth = 20;
const maxAliases = 500;

const maxFields = 10_000;

/** Operations and fragments: validation takes time for each, however small it is. */
const maxDefinitions = 500;

const maxDirectives = 10;

interface Shape {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  readonly nesting: number;
}

const empty: Shape = { depth: 0, aliases: 0, fields: 0, nesting: 0 };

export function findShapeExcess(document: DocumentNode): string | null {
  const measure = new ShapeMeasure(document);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) measure.measureFragment(definition, 1);
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const shape = measure.measureOperation(definition);
    const excess = measure.documentExcess ?? findOperationExcess(shape);
    if (excess !== null) return excess;
  }
  return measure.documentExcess;
}

export function findNumberExcess({ definitions }: DocumentNode): string | null {
  if (definitions.length <= maxDefinitions) return null;
  return `The document has more than ${maxDefinitions} operations and fragments.`;
}

function findOperationExcess({ depth, aliases, fields }: Shape): string | null {
  if (depth > maxDepth) {
    return `The query's fields are nested more than ${maxDepth} levels deep.`;
  }
  if (aliases > maxAliases) {
    return `The query has more than ${maxAliases} aliases.`;
  }
  return fields > maxFields ? `The query has more than ${maxFields} fields.` : null;
}

class ShapeMeasure {
  readonly #fragments: Fragments;
  readonly #measured = new Map<string, Shape>();
  #nesting = 0;
  #directives = 0;

  constructor(document: DocumentNode) {
    this.#fragments = fragmentsOf(document);
  }

  get documentExcess(): string | null {
    if (this.#nesting > maxNesting)
      return `The document's selections are nested more than ${maxNesting} levels deep.`;
    if (this.#directives > maxDirectives) {
      return `The document has more than ${maxDirectives} directives in one place.`;
    }
    return null;
  }

  measureOperation(operation: OperationDefinitionNode): Shape {
    this.#countDirectives(operation.directives);
    for (const { directives } of operation.variableDefinitions ?? []) {
      this.#countDirectives(directives);
    }
    return this.#measureSet(operation.selectionSet, 1);
  }

  measureFragment(fragment: FragmentDefinitionNode, level: number): Shape {
    const name = fragment.name.value;
    const measured = this.#measured.get(name);
    if (measured !== undefined) return measured;
    // A fragment that spreads itself counts as empty, because validation will refuse it.
    this.#measured.set(name, empty);
    this.#countDirectives(fragment.directives);
    const shape = this.#measureSet(fragment.selectionSet, level);
    this.#measured.set(name, shape);
    return shape;
  }

  #measureSet({ selections }: SelectionSetNode, level: number): Shape {
    // What is nested deeper is refused anyway, and measuring it could overflow the stack.
    const inner = level > maxNesting ? empty : this.#measureSelections(selections, level);
    this.#nesting = Math.max(this.#nesting, level + inner.nesting);
    return { ...inner, nesting: inner.nesting + 1 };
  }

  #measureSelections(selections: readonly SelectionNode[], level: number): Shape {
    let [depth, aliases, fields, nesting] = [0, 0, 0, 0];
    for (const selection of selections) {
      if (selection.directives?.length) this.#countDirectives(selection.directives);
      // Most are leaves, and a document of thousands must not take long the first time either.
      if (selection.kind === Kind.FIELD && selection.selectionSet === undefined) {
        depth = Math.max(depth, 1);
        aliases += selection.alias === undefined ? 0 : 1;
        fields += 1;
        continue;
      }
      const shape = this.#measureSelection(selection, level + 1);
      depth = Math.max(depth, shape.depth);
      nesting = Math.max(nesting, shape.nesting);
      aliases += shape.aliases;
      fields += shape.fields;
    }
    return { depth, aliases, fields, nesting };
  }

  #measureSelection(selection: SelectionNode, level: number): Shape {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.#measureField(selection, level);
      case Kind.INLINE_FRAGMENT:
        return this.#measureSet(selection.selectionSet, level);
      case Kind.FRAGMENT_SPREAD:
        return this.#measureSpread(selection, level);
      default:
        return selection satisfies never;
    }
  }

  #measureField({ alias, selectionSet }: FieldNode, level: number): Shape {
    const inner = selectionSet === undefined ? empty : this.#measureSet(selectionSet, level);
    return {
      depth: inner.depth + 1,
      aliases: inner.aliases + (alias === undefined ? 0 : 1),
      fields: inner.fields + 1,
      nesting: inner.nesting,
    };
  }

  #measureSpread({ name }: FragmentSpreadNode, level: number): Shape {
    const fragment = this.#fragments[name.value];
    return fragment === undefined ? empty : this.measureFragment(fragment, level);
  }

  #countDirectives(directives: readonly (DirectiveNode | ConstDirectiveNode)[] = []): void {
    this.#directives = Math.max(this.#directives, directives.length);
  }
}

/** The work of comparing two fields, or two fragments. Looking at a selection is 1. */
const pairWork = 10;

const maxMergeWork = 150_000;

/**
 * The limit that a document exceeds, in words; null if it does not. Validation compares what is
 * merged in one place in pairs: fields with the same response key, fragments, and fields with
 * fragments. Even a short document can repeat a field a thousand times.
 */
export function findMergeExcess(document: DocumentNode): string | null {
  const merging = new Merging(fragmentsOf(document));
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) merging.add([definition.selectionSet], 1);
  }
  // Validation compares what unused fragments select too, before it refuses them.
  for (const { selectionSet } of merging.unused()) merging.add([selectionSet], 1);
  return merging.work <= maxMergeWork
    ? null
    : "The document repeats too many fields, or spreads too many different fragments in one place.";
}

class Merging {
  work = 0;
  readonly #fragments: Fragments;
  readonly #used = new Set<FragmentDefinitionNode>();

  constructor(fragments: Fragments) {
    this.#fragments = fragments;
  }

  unused(): readonly FragmentDefinitionNode[] {
    return Object.values(this.#fragments).filter((fragment) => !this.#used.has(fragment));
  }

  add(merged: readonly SelectionSetNode[], level: number): void {
    const fields = new Map<string, FieldNode[]>();
    const sets = new Set(merged);
    let count = 0;
    let spreads = 0;
    // The set grows while the loop visits it.
    for (const { selections } of sets) {
      count += selections.length;
      if (this.work + count > maxMergeWork || level > maxNesting) break;
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) {
          const key = (selection.alias ?? selection.name).value;
          const nodes = fields.get(key);
          if (nodes) nodes.push(selection);
          else fields.set(key, [selection]);
        } else if (selection.kind === Kind.INLINE_FRAGMENT) {
          sets.add(selection.selectionSet);
        } else {
          spreads += 1;
          const fragment = this.#fragments[selection.name.value];
          if (fragment === undefined) continue;
          this.#used.add(fragment);
          sets.add(fragment.selectionSet);
        }
      }
    }
    this.work += count + (spreads * (pairWork * spreads + count)) / 2;
    for (const nodes of fields.values()) {
      this.work += (pairWork * nodes.length * (nodes.length - 1)) / 2;
      if (this.work > maxMergeWork) return;
      const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length > 0) this.add(inner, level + 1);
    }
  }
}
