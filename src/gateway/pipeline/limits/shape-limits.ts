import {
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { type Fragments, fragmentsOf } from "../../../execution/fragments.ts";
import { maxNesting } from "./text-limits.ts";

/** Maximum number of fields in an operation. Those of a fragment count once for each spread. */
const maxFields = 10_000;

/** Maximum number of repeated fields in a document. Validation compares each pair of fields with the same name in a selection set. */
const maxRepeats = 500;

/** Maximum number of directives in one place. A query can use only two different ones. */
const maxDirectives = 10;

/** The settings that limit a document's shape. */
export interface ShapeLimits {
  /** Maximum nesting of fields. */
  readonly MAX_QUERY_DEPTH: number;
  /** Maximum number of aliases in an operation. Those of a fragment count once for each spread. */
  readonly MAX_QUERY_ALIASES: number;
}

/** The measures of a selection set, with each spread replaced by its fragment. */
interface Shape {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  /** How deep selection sets nest, including those of fragments. */
  readonly nesting: number;
}

const empty: Shape = { depth: 0, aliases: 0, fields: 0, nesting: 0 };

/** The limit that a document exceeds, in words; null if there is none. Each fragment is measured once. */
export function findShapeExcess(document: DocumentNode, limits: ShapeLimits): string | null {
  const measure = new ShapeMeasure(document);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) measure.measureFragment(definition);
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    measure.countDirectives(definition.directives);
    for (const { directives } of definition.variableDefinitions ?? []) {
      measure.countDirectives(directives);
    }
    const { depth, aliases, fields } = measure.measure(definition.selectionSet, new Set());
    if (measure.excess !== null) return measure.excess;
    if (depth > limits.MAX_QUERY_DEPTH) {
      return `The query nests more than ${limits.MAX_QUERY_DEPTH} fields (the gateway's setting MAX_QUERY_DEPTH).`;
    }
    if (aliases > limits.MAX_QUERY_ALIASES) {
      return `The query has more than ${limits.MAX_QUERY_ALIASES} aliases (the gateway's setting MAX_QUERY_ALIASES).`;
    }
    if (fields > maxFields) return `The query has more than ${maxFields} fields.`;
  }
  return measure.excess;
}

class ShapeMeasure {
  readonly #fragments: Fragments;
  readonly #measured = new Map<string, Shape>();
  /** The level of the selection set that is being measured, from 1. */
  #level = 0;
  /** The deepest nesting so far. */
  #nesting = 0;
  /** How many fields were repeated so far, in the whole document. */
  #repeats = 0;
  /** The largest number of directives in one place so far, in the whole document. */
  #directives = 0;

  constructor(document: DocumentNode) {
    this.#fragments = fragmentsOf(document);
  }

  /** The limit that the selections measured so far exceed, in words; null if there is none. */
  get excess(): string | null {
    if (this.#nesting > maxNesting) return `The document nests more than ${maxNesting} selections.`;
    if (this.#repeats > maxRepeats) {
      return `The document repeats more than ${maxRepeats} fields.`;
    }
    if (this.#directives > maxDirectives) {
      return `The document has more than ${maxDirectives} directives in one place.`;
    }
    return null;
  }

  countDirectives(directives: readonly (DirectiveNode | ConstDirectiveNode)[] = []): void {
    this.#directives = Math.max(this.#directives, directives.length);
  }

  /** @param keys the response keys seen so far in this selection set, including its inline fragments. */
  measure({ selections }: SelectionSetNode, keys: Set<string>): Shape {
    this.#level += 1;
    // What nests deeper is refused anyway, and measuring it could overflow the stack.
    const inner = this.#level > maxNesting ? empty : this.#measureSelections(selections, keys);
    const nesting = inner.nesting + 1;
    this.#nesting = Math.max(this.#nesting, this.#level, nesting);
    this.#level -= 1;
    return { ...inner, nesting };
  }

  #measureSelections(selections: readonly SelectionNode[], keys: Set<string>): Shape {
    let [depth, aliases, fields, nesting] = [0, 0, 0, 0];
    for (const selection of selections) {
      this.countDirectives(selection.directives);
      const shape = this.#measureSelection(selection, keys);
      depth = Math.max(depth, shape.depth);
      nesting = Math.max(nesting, shape.nesting);
      aliases += shape.aliases;
      fields += shape.fields;
    }
    return { depth, aliases, fields, nesting };
  }

  measureFragment(fragment: FragmentDefinitionNode): Shape {
    const name = fragment.name.value;
    const measured = this.#measured.get(name);
    if (measured !== undefined) return measured;
    // A fragment that spreads itself counts as empty, because validation will refuse it.
    this.#measured.set(name, empty);
    this.countDirectives(fragment.directives);
    const shape = this.measure(fragment.selectionSet, new Set());
    this.#measured.set(name, shape);
    return shape;
  }

  #measureSelection(selection: SelectionNode, keys: Set<string>): Shape {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.#measureField(selection, keys);
      case Kind.INLINE_FRAGMENT:
        return this.measure(selection.selectionSet, keys);
      case Kind.FRAGMENT_SPREAD:
        return this.#measureSpread(selection);
      default:
        return selection satisfies never;
    }
  }

  #measureField({ alias, name, selectionSet }: FieldNode, keys: Set<string>): Shape {
    const key = (alias ?? name).value;
    if (keys.has(key)) this.#repeats += 1;
    keys.add(key);
    const inner = selectionSet === undefined ? empty : this.measure(selectionSet, new Set());
    return {
      depth: inner.depth + 1,
      aliases: inner.aliases + (alias === undefined ? 0 : 1),
      fields: inner.fields + 1,
      nesting: inner.nesting,
    };
  }

  #measureSpread({ name }: FragmentSpreadNode): Shape {
    const fragment = this.#fragments[name.value];
    return fragment === undefined ? empty : this.measureFragment(fragment);
  }
}
