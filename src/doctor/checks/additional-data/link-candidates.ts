import {
  decodeString,
  type JsonObject,
  tryDecode,
} from "../../../gateway/call/decode/json-values.ts";
import type { Subject } from "../../../gateway/call/decode/records.ts";
import { askSingle, readSample, type Visit } from "../../visit.ts";
import { dataOf } from "./additional-data.ts";
import { readItems, stringOf } from "./structures.ts";

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

/** The known values of a field that names records, and whether they are complete. */
interface Names {
  readonly target: "tag.id" | "terminal.id" | "terminal.uuid" | "terminal.imei";
  readonly names: ReadonlySet<string>;
  readonly areAll: boolean;
}

/** The minimum share of a key's values that must name records, or look as if they did, before the key is taken for a link. */
export const minLinkShare = 0.5;

/** How many values to try one by one: for each key, and for all keys together. */
const maxTriesPerKey = 3;
const maxTriesTotal = 12;

/** Finds the keys of additional data whose values may name records, in the first rows of both lists. */
export async function findCandidates(visit: Visit): Promise<readonly Candidate[]> {
  const targets = await readTargets(visit);
  const tries = { left: maxTriesTotal };
  const candidates: Candidate[] = [];
  for (const subject of ["tag", "terminal"] as const) {
    const items = await readItems(visit, subject);
    const { records = [] } = (await readSample(visit, subject)) ?? {};
    for (const [key, values] of groupValues(records)) {
      const identifier = toIdentifier(key, items);
      // These characters would end the setting's entry, or its line in a file.
      if (/[,='"`\p{C}\p{Zl}\p{Zp}]/u.test(identifier) || visit.words.hasKey(identifier)) continue;
      const found: Candidate[] = [];
      for (const target of targets) {
        const compared = compare(`${subject}.${identifier}`, values, target);
        const isClear = target.areAll || compared.hits >= compared.values * minLinkShare;
        found.push(isClear ? compared : await tryOut(visit, compared, { values, target, tries }));
      }
      const share = ({ hits, values: all }: Candidate) => hits / all;
      const [best] = found.sort((one, other) => share(other) - share(one));
      if (best && best.hits > 0) candidates.push(best);
      else candidates.push(...findOtherSpelling(`${subject}.${identifier}`, values, targets));
    }
  }
  return candidates;
}

async function readTargets(visit: Visit): Promise<readonly Names[]> {
  const tags = await readSample(visit, "tag");
  const terminals = await readSample(visit, "terminal");
  const areAll = terminals?.isComplete ?? false;
  const namesOf = (field: "uuid" | "imei") => {
    const names = (terminals?.records ?? []).map((record) => record[field]);
    return new Set(names.flatMap((name) => (typeof name === "string" && name.toLowerCase()) || []));
  };
  return [
    { target: "terminal.id", names: new Set(terminals?.ids), areAll },
    { target: "terminal.uuid", names: namesOf("uuid"), areAll },
    { target: "terminal.imei", names: namesOf("imei"), areAll },
    { target: "tag.id", names: new Set(tags?.ids), areAll: tags?.isComplete ?? false },
  ];
}

/** The identifier of the item that a key belongs to. The key may be the item's name instead. */
function toIdentifier(key: string, items: readonly JsonObject[]): string {
  if (items.some((item) => stringOf(item, "identifier") === key)) return key;
  const named = items.find((item) => stringOf(item, "name") === key);
  return (named && stringOf(named, "identifier")) ?? key;
}

/** The different values of each key, as the gateway compares them: numbers as strings. */
function groupValues(records: readonly JsonObject[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [key, value] of records.flatMap((record) => Object.entries(dataOf(record)))) {
    const name = tryDecode(decodeString, value);
    if (name) groups.set(key, (groups.get(key) ?? new Set()).add(name));
  }
  return groups;
}

function compare(
  source: string,
  values: ReadonlySet<string>,
  { target, names, areAll }: Names,
): Candidate {
  const isFolded = target === "terminal.uuid" || target === "terminal.imei";
  const compared = [...values].map((value) => (isFolded ? value.toLowerCase() : value));
  const isChance = target === "terminal.id" && isByChance(source, compared, names);
  return {
    link: `${source}=${target}`,
    hits: compared.filter((value) => names.has(value)).length,
    values: compared.length,
    certainty: areAll ? "seen" : "likely",
    kind: isChance ? "chance" : "names",
  };
}

/** Asks for records by some of the values, if these have the form of an id. */
async function tryOut(
  visit: Visit,
  candidate: Candidate,
  given: {
    readonly values: ReadonlySet<string>;
    readonly target: Names;
    readonly tries: { left: number };
  },
): Promise<Candidate> {
  const { values, target, tries } = given;
  const [subject, field] = target.target.split(".") as [Subject, string];
  const [example] = target.names;
  if (field !== "id" || example === undefined) return candidate;
  const fitting = [...values].filter((value) => patternOf(value) === patternOf(example));
  const some = fitting.slice(0, Math.min(maxTriesPerKey, tries.left));
  if (fitting.length < values.size * minLinkShare || some.length === 0) return candidate;
  tries.left -= some.length;
  let hits = 0;
  for (const value of some) {
    const { outcome } = await askSingle(visit, subject, value);
    const isFound = outcome.isAnswered && outcome.status === 200;
    if (isFound && /"id"\s*:/.test(outcome.text ?? "")) hits += 1;
  }
  return { ...candidate, hits, values: some.length, certainty: "likely", kind: "tried" };
}

function patternOf(value: string): string {
  return value.replaceAll(/[0-9a-f]/gi, "0").replaceAll(/[g-z]/gi, "a");
}

/** The candidate if the values are ids of tags in a different spelling: with other separators, or in another letter case. */
function findOtherSpelling(
  source: string,
  values: ReadonlySet<string>,
  targets: readonly Names[],
): readonly Candidate[] {
  const foldUid = (text: string) => text.replaceAll(/^0x|[:. -]/gi, "").toUpperCase();
  const names = targets.find(({ target }) => target === "tag.id")?.names ?? [];
  const known = new Set([...names].map(foldUid));
  const hits = [...values].filter((value) => known.has(foldUid(value))).length;
  if (hits < values.size * minLinkShare) return [];
  const link = `${source}=tag.id`;
  return [{ link, hits, values: values.size, certainty: "likely", kind: "spelling" }];
}

/** Whether values may name terminals by chance. Floors, for example, are small numbers, and terminals' ids can be small as well. */
function isByChance(
  source: string,
  values: readonly string[],
  names: ReadonlySet<string>,
): boolean {
  if (/\..*(terminal|device|reader|scanner|handheld)/i.test(source)) return false;
  const numbers = values.map(Number);
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const between = [...names].map(Number).filter((id) => id >= min && id <= max).length;
  return values.length < 3 || between / (max - min + 1) > 0.5;
}
