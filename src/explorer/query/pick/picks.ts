import type { StructureItem, Structures } from "../../connect/structure.ts";

/** Something to fill in that the project's structure has values for: an identifier, or an option of a select box. */
export type Pick =
  | { readonly kind: "identifier"; readonly subject: Subject | null }
  | { readonly kind: "option"; readonly subject: Subject | null; readonly identifier: string };

type Subject = keyof Structures;

/** A value to choose, and what it is called. */
export interface Choice {
  readonly value: string;
  readonly name: string;
}

/** The way to a value within a field's arguments: the argument and, of each object in it, the field. */
export interface InputStep {
  readonly name: string;
  /** The name of the type of the object that has this field; empty for an argument. */
  readonly owner: string;
  /** The `identifier` beside it, if it is given as a string. */
  readonly identifier: string | undefined;
}

interface FieldTypes {
  /** The name of the type that has the field. */
  readonly parent: string;
  /** The name of the field's own type. */
  readonly result: string;
}

/** The comparisons whose values are options. */
const comparisons = new Set(["eq", "ne", "in", "notIn"]);

/** What can be picked for a value; null if nothing can. Lists have no step of their own. */
export function pickFor(steps: readonly InputStep[], { parent, result }: FieldTypes): Pick | null {
  const leaf = steps.at(-1);
  if (leaf === undefined) return null;
  const owners = steps.map(({ owner }) => owner).reverse();
  const subject = subjectIn([...owners, result, parent]);
  if (leaf.name === "identifier") return { kind: "identifier", subject };
  const comparison = steps.at(-2);
  if (!comparisons.has(leaf.name) || comparison?.name !== "text") return null;
  const { identifier } = comparison;
  return identifier === undefined ? null : { kind: "option", subject, identifier };
}

/** Whose additional data is meant: that of the innermost type that is named after tags or terminals. */
function subjectIn(types: readonly string[]): Subject | null {
  for (const type of types) {
    const named = /^(?:Linked)?(Tag|Terminal)/.exec(type)?.[1];
    if (named !== undefined) return named === "Tag" ? "tag" : "terminal";
  }
  return null;
}

export function choicesFor(pick: Pick, { tag, terminal }: Structures): readonly Choice[] {
  const all = { tag: tag ?? [], terminal: terminal ?? [] };
  const items = pick.subject === null ? [...all.tag, ...all.terminal] : all[pick.subject];
  const choices = pick.kind === "identifier" ? toIdentifiers(items) : toOptions(items, pick);
  // Of several items with the same identifier, only the first counts, as in the schema.
  const first = new Map<string, Choice>();
  for (const choice of choices) if (!first.has(choice.value)) first.set(choice.value, choice);
  return [...first.values()];
}

function toIdentifiers(items: readonly StructureItem[]): readonly Choice[] {
  return items.flatMap(({ identifier, name }) =>
    identifier === null ? [] : [{ value: identifier, name: name ?? "" }],
  );
}

function toOptions(
  items: readonly StructureItem[],
  { identifier }: Pick & { readonly kind: "option" },
): readonly Choice[] {
  const item = items.find((candidate) => candidate.identifier === identifier);
  return (item?.enum ?? []).map((value) => ({ value, name: "" }));
}
