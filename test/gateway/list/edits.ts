import fc from "fast-check";
import type { ModelList } from "./model-list.ts";

/** Where something is, as a share of the list. */
const part = fc.double({ min: 0, max: 0.999, noNaN: true });

interface Edit {
  readonly afterCall: number;
  readonly kind: "add" | "remove" | "move";
  readonly at: number;
  readonly to: number;
}

/** Edits of a list that is being read, at most one after each of the first calls. */
export function editsWithin(
  calls: number,
  { minLength }: { readonly minLength: number },
): fc.Arbitrary<Edit[]> {
  const edit = fc.record({
    afterCall: fc.integer({ min: 1, max: calls }),
    kind: fc.constantFrom("add", "remove", "move", "move"),
    at: part,
    to: part,
  });
  const selector = ({ afterCall }: Edit) => afterCall;
  return fc.uniqueArray(edit, { selector, minLength, maxLength: 3 });
}

/** Makes the edit that follows the latest call. @param lasting the ids that were there all along. */
export function makeEdit(
  edits: readonly Edit[],
  { calls, rows }: ModelList,
  lasting: Set<string>,
): void {
  const edit = edits.find(({ afterCall }) => afterCall === calls.length);
  if (edit === undefined) return;
  const [at, to] = [edit.at, edit.to].map((share) => Math.floor(share * rows.length));
  const taken = edit.kind === "add" ? [`new-${calls.length}`] : rows.splice(at ?? 0, 1);
  if (edit.kind === "remove") lasting.delete(taken[0] ?? "");
  else rows.splice(to ?? 0, 0, ...taken);
}
