import type { StructureItem, Structures } from "../../connect/structure.ts";

export type Pick = StructurePick | { readonly kind: "duration" };

type StructurePick =
  | { readonly kind: "identifier"; readonly subject: Subject | null }
  | { readonly kind: "option"; readonly subject: Subject | null; readonly identifier: string };

type Subject = keyof Structures;

export interface Choice {
  readonly value: string;
  readonly name: string;
}

export interface InputStep {
  readonly name: string;
  /** The name of the type of the object that has this field; empty for an argument. */
  readonly owner: string;
  readonly identifier: string | undefined;
}

const comparisons = new Set(["eq", "ne", "in", "notIn"]);

export function pickFor(
  steps: readonly InputStep[],
  {
    parent,
    result,
  }: {
    readonly parent: string;
    readonly result: string;
  },
): Pick | null {
  const leaf = steps.at(-1);
  if (leaf === undefined) return null;
  if (leaf.owner === "WithinFilter") return { kind: "duration" };
  const owners = steps.map(({ owner }) => owner).reverse();
  const subject = subjectIn([...owners, result, parent]);
  if (leaf.name === "identifier" || leaf.name === "identifiers")
    return { kind: "identifier", subject };
  const comparison = steps.at(-2);
  if (!comparisons.has(leaf.name) || leaf.owner !== "TextFilter" || !comparison) return null;
  const isOwn = /^(Tag|Terminal)DataFilter$/.test(comparison.owner);
  const identifier = isOwn ? comparison.name : comparison.identifier;
  return identifier === undefined ? null : { kind: "option", subject, identifier };
}

export function subjectIn(types: readonly string[]): Subject | null {
  for (const type of types) {
    const named = /^(?:Linked)?(Tag|Terminal)/.exec(type)?.[1];
    if (named !== undefined) return named === "Tag" ? "tag" : "terminal";
  }
  return null;
}

const durations: readonly Choice[] = [
  { value: "-P30D", name: "30 days ago" },
  { value: "-P1D", name: "a day ago" },
  { value: "PT0S", name: "now" },
  { value: "P7D", name: "in 7 days" },
  { value: "P30D", name: "in 30 days" },
];

/** The choices; none if they are the structure's and it cannot be read. */
export async function loadChoices(
  pick: Pick,
  { load }: { readonly load: () => Promise<Structures | null> },
): Promise<readonly Choice[]> {
  if (pick.kind === "duration") return durations;
  const loaded = await load();
  return loaded === null ? [] : choicesFor(pick, loaded);
}

export function choicesFor(pick: StructurePick, { tag, terminal }: Structures): readonly Choice[] {
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
  { identifier }: StructurePick & { readonly kind: "option" },
): readonly Choice[] {
  const item =
    items.find((candidate) => candidate.identifier === identifier) ??
    items.find((candidate) => spell(candidate.identifier ?? "") === spell(identifier));
  return (item?.enum ?? []).map((value) => ({ value, name: "" }));
}

/** The schema does not have the identifiers of own fields, but most are spelled alike. */
function spell(name: string): string {
  return name.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();
}
