import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from "graphql";
import { type Fragments, fragmentsOf } from "../../../execution/fragments.ts";
import { maxNesting } from "./text-limits.ts";

/** The work of comparing two fields, or two fragments. Looking at a selection is 1. */
const pairWork = 10;

/** Maximum work to find out whether a document's fields can be merged: some milliseconds. */
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

  /** Adds the work for selection sets that are merged, and for all within them. */
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
