import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { type Fragments, fragmentsOf } from "../../../execution/fragments.ts";
import { maxNesting } from "./text-limits.ts";

/** The work of comparing two fields, and of beginning a selection set. Looking for a key, or for a pair of fragments, is 1. */
const pairWork = 10;
const setWork = 10;

/** Maximum work to find out whether a document's fields can be merged: a few milliseconds. */
const maxMergeWork = 250_000;

/** The limit that a document exceeds, in words; null if it does not. */
export function findMergeExcess(document: DocumentNode): string | null {
  return estimateMergeWork(document) > maxMergeWork
    ? "The document repeats too many fields, or spreads too many different fragments in one place."
    : null;
}

/**
 * Estimates how long validation takes to find out whether fields can be merged. In each selection set with its fragments, it compares
 * fields of one response key in pairs, fragments in pairs, and fields with fragments. Then it does so in what these fields select.
 *
 * Each fragment is compared with another once, so the fragments that an operation uses need no work of their own. Stops soon after the
 * estimate exceeds the maximum.
 */
function estimateMergeWork(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  const estimate = new MergeWork(fragments);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) estimate.add([definition.selectionSet], 1);
    if (estimate.work > maxMergeWork) break;
  }
  // Validation compares them too before it refuses them.
  const unused = Object.values(fragments).filter((fragment) => !estimate.used.has(fragment));
  for (const { selectionSet } of unused) {
    if (estimate.work > maxMergeWork) break;
    estimate.add([selectionSet], 1);
  }
  return estimate.work;
}

class MergeWork {
  work = 0;
  readonly used = new Set<FragmentDefinitionNode>();
  /** The selection sets that were added on their own, each with its work. */
  readonly #added = new Map<SelectionSetNode, number>();
  readonly #fragments: Fragments;

  constructor(fragments: Fragments) {
    this.#fragments = fragments;
  }

  /** Adds the work for selection sets that are merged, and for all within them. */
  add(merged: readonly SelectionSetNode[], level: number): void {
    const [only, another] = merged;
    const known = only && another === undefined ? this.#added.get(only) : undefined;
    const before = this.work;
    if (known === undefined) this.#add(merged, level);
    else this.work += known;
    if (another === undefined && only) this.#added.set(only, this.work - before);
  }

  #add(merged: readonly SelectionSetNode[], level: number): void {
    const { fields, spreads, sets, count } = this.#collect(merged);
    this.work += setWork + count + (spreads * spreads) / 2 + ((spreads + sets) * count) / 2;
    for (const nodes of fields.values()) {
      if (this.work > maxMergeWork || level > maxNesting) return;
      this.work += (pairWork * nodes.length * (nodes.length - 1)) / 2;
      const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length > 0) this.add(inner, level + 1);
    }
  }

  /** The fields of selection sets and their fragments, by response key, and how many spreads and sets there are. */
  #collect(merged: readonly SelectionSetNode[]) {
    const fields = new Map<string, FieldNode[]>();
    const visited = new Set<FragmentDefinitionNode>();
    const sets = [...merged];
    let spreads = 0;
    let count = 0;
    // The list grows while the loop visits it.
    for (const { selections } of sets) {
      const names = new Set<string>();
      const visit = (selection: SelectionNode): void => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) names.add(selection.name.value);
        else if (selection.kind === Kind.INLINE_FRAGMENT)
          selection.selectionSet.selections.forEach(visit);
        else {
          const key = (selection.alias ?? selection.name).value;
          const nodes = fields.get(key);
          if (nodes) nodes.push(selection);
          else fields.set(key, [selection]);
        }
        count += 1;
      };
      selections.forEach(visit);
      spreads += names.size;
      for (const name of names) {
        const fragment = this.#fragments[name];
        if (fragment === undefined || visited.has(fragment)) continue;
        visited.add(fragment);
        this.used.add(fragment);
        sets.push(fragment.selectionSet);
      }
      if (this.work + count > maxMergeWork) break;
    }
    return { fields, spreads, sets: sets.length, count };
  }
}
