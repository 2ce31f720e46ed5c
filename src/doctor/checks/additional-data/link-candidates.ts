import {
  decodeString,
  type JsonObject,
  tryDecode,
} from "../../../gateway/call/decode/json-values.ts";
import type { Subject } from "../../../gateway/call/decode/records.ts";
import {
  createSingleCall,
  fetchSample,
  fetchSamplePage,
  isCompleteList,
  type Visit,
} from "../../visit.ts";
import { idsOf } from "../rows.ts";
import { dataOf } from "./additional-data.ts";
import { fetchStructureItems, stringOf } from "./structures.ts";

/** A key of additional data that may be a link: some of its values name records. */
export interface Candidate {
  /** The link, as `ADDITIONAL_DATA_LINKS` takes it. */
  readonly link: string;
  readonly hits: number;
  readonly values: number;
  readonly certainty: "seen" | "likely";
  /**
   * `names`: the values are names of records. `tried`: not all names are known, because the list is too long, so a few values were
   * tried. `chance`: the values are small numbers, and may name terminals by chance. `spelling`: the values are names in another
   * spelling.
   */
  readonly kind: "names" | "tried" | "chance" | "spelling";
}

type LinkTarget = "tag.id" | "terminal.id" | "terminal.uuid" | "terminal.imei";

/** The known values of a field that names records, and whether they are complete. */
interface Names {
  readonly target: LinkTarget;
  readonly names: ReadonlySet<string>;
  readonly areAll: boolean;
}

interface Values {
  readonly subject: Subject;
  readonly identifier: string;
  readonly values: ReadonlySet<string>;
}

/** The minimum share of a key's values that must name records, or look as if they did, before the key is taken for a link. */
export const minLinkShare = 0.5;

/** The minimum number of different values that must name records. A single one may do so by chance. */
export const minLinkHits = 2;

/** How many values to try one by one: for each key, and for all keys together. */
const maxTriesPerKey = 3;
const maxTriesTotal = 12;

/** Finds the keys of additional data whose values may name records, in the first rows of both lists. */
export async function findCandidates(visit: Visit): Promise<readonly Candidate[]> {
  const targets = await fetchTargets(visit);
  const candidates: Candidate[] = [];
  const budget = new TryBudget();
  for (const subject of ["tag", "terminal"] as const) {
    const items = await fetchStructureItems(visit, subject);
    for (const [key, values] of groupValues((await fetchSample(visit, subject)) ?? [])) {
      const given = { subject, identifier: toIdentifier(key, items), values };
      const found = await findBest(visit, given, { targets, budget });
      if (found) candidates.push(found);
    }
  }
  return candidates;
}

async function fetchTargets(visit: Visit): Promise<readonly Names[]> {
  const tags = (await fetchSample(visit, "tag")) ?? [];
  const terminals = (await fetchSample(visit, "terminal")) ?? [];
  const isComplete = async (subject: Subject) => {
    const page = await fetchSamplePage(visit, subject);
    return page !== undefined && isCompleteList(page);
  };
  const areAllTerminals = await isComplete("terminal");
  return [
    { target: "terminal.id", names: new Set(idsOf(terminals)), areAll: areAllTerminals },
    { target: "terminal.uuid", names: namesOf(terminals, "uuid"), areAll: areAllTerminals },
    { target: "terminal.imei", names: namesOf(terminals, "imei"), areAll: areAllTerminals },
    { target: "tag.id", names: new Set(idsOf(tags)), areAll: await isComplete("tag") },
  ];
}

function namesOf(rows: readonly JsonObject[], field: string): ReadonlySet<string> {
  const names = rows.map((row) => row[field]).filter((value) => typeof value === "string");
  return new Set(names.filter((name) => name !== "").map((name) => name.toLowerCase()));
}

/** The identifier of the item that a key belongs to. The key may be the item's name instead. */
function toIdentifier(key: string, items: readonly JsonObject[]): string {
  if (items.some((item) => stringOf(item, "identifier") === key)) return key;
  const named = items.find((item) => stringOf(item, "name") === key);
  return (named && stringOf(named, "identifier")) ?? key;
}

/** The different values of each key, as the gateway compares them: numbers as strings. */
function groupValues(rows: readonly JsonObject[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const [key, value] of Object.entries(dataOf(row))) {
      const name = tryDecode(decodeString, value);
      if (!name) continue;
      const group = groups.get(key) ?? new Set();
      groups.set(key, group.add(name));
    }
  }
  return groups;
}

async function findBest(
  visit: Visit,
  given: Values,
  { targets, budget }: { readonly targets: readonly Names[]; readonly budget: TryBudget },
): Promise<Candidate | undefined> {
  // These characters would end the setting's entry, or its line in a file.
  if (/[,='"`\p{C}\p{Zl}\p{Zp}]/u.test(given.identifier)) return undefined;
  const found: Candidate[] = [];
  for (const target of targets) {
    const compared = compare(given, target);
    const isClear = target.areAll || compared.hits >= compared.values * minLinkShare;
    found.push(isClear ? compared : await tryOut(visit, compared, { ...given, target, budget }));
  }
  const share = ({ hits, values }: Candidate) => hits / values;
  const [best] = found.sort((one, other) => share(other) - share(one));
  return best && best.hits > 0 ? best : findOtherSpelling(given, targets);
}

function compare(
  { subject, identifier, values }: Values,
  { target, names, areAll }: Names,
): Candidate {
  const isFolded = target === "terminal.uuid" || target === "terminal.imei";
  const compared = [...values].map((value) => (isFolded ? value.toLowerCase() : value));
  const isChance = target === "terminal.id" && isByChance(identifier, compared, names);
  return {
    link: `${subject}.${identifier}=${target}`,
    hits: compared.filter((value) => names.has(value)).length,
    values: compared.length,
    certainty: areAll ? "seen" : "likely",
    kind: isChance ? "chance" : "names",
  };
}

async function tryOut(
  visit: Visit,
  candidate: Candidate,
  { values, target: { target, names }, budget }: Trial,
): Promise<Candidate> {
  const [subject, field] = target.split(".") as [Subject, string];
  const [example] = names;
  if (field !== "id" || example === undefined) return candidate;
  const fitting = [...values].filter((value) => patternOf(value) === patternOf(example));
  if (fitting.length < values.size * minLinkShare) return candidate;
  const some = budget.take(fitting);
  if (some.length === 0) return candidate;
  let hits = 0;
  for (const value of some) {
    const outcome = await visit.calls.make(createSingleCall(visit, subject, value));
    const isFound = outcome.isAnswered && outcome.status === 200;
    if (isFound && /"id"\s*:/.test(outcome.text ?? "")) hits += 1;
  }
  return { ...candidate, hits, values: some.length, certainty: "likely", kind: "tried" };
}

interface Trial extends Pick<Values, "values"> {
  readonly target: Names;
  readonly budget: TryBudget;
}

class TryBudget {
  #left = maxTriesTotal;

  take(values: readonly string[]): readonly string[] {
    const taken = values.slice(0, Math.min(maxTriesPerKey, this.#left));
    this.#left -= taken.length;
    return taken;
  }
}

/** The candidate if the values are ids of tags in a different spelling: with other separators, or in another letter case. */
function findOtherSpelling(
  { subject, identifier, values }: Values,
  targets: readonly Names[],
): Candidate | undefined {
  const names = targets.find(({ target }) => target === "tag.id")?.names ?? new Set();
  const known = new Set([...names].map(foldUid));
  const hits = [...values].filter((value) => known.has(foldUid(value))).length;
  if (hits < values.size * minLinkShare) return undefined;
  const link = `${subject}.${identifier}=tag.id`;
  return { link, hits, values: values.size, certainty: "likely", kind: "spelling" };
}

function foldUid(text: string): string {
  return text.replaceAll(/^0x|[:. -]/gi, "").toUpperCase();
}

function patternOf(value: string): string {
  return value.replaceAll(/[0-9a-f]/gi, "0").replaceAll(/[g-z]/gi, "a");
}

/** Whether values may name terminals by chance. Floors, for example, are small numbers, and terminals' ids can be small as well. */
function isByChance(
  identifier: string,
  values: readonly string[],
  names: ReadonlySet<string>,
): boolean {
  if (/terminal|device|reader|scanner|handheld/i.test(identifier)) return false;
  const numbers = values.map(Number);
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const between = [...names].map(Number).filter((id) => id >= min && id <= max).length;
  return values.length < 3 || between / (max - min + 1) > 0.5;
}
