import { decodeString, type JsonObject, tryDecode } from "../../../registry-client/json-values.ts";
import type { Subject } from "../../../registry-client/records.ts";
import { askSingle, type Sample, type Visit } from "../../visit.ts";
import { readSingle } from "../records/singles.ts";
import { dataOf } from "./additional-data.ts";
import { readItems, stringOf } from "./structures.ts";

export interface Candidate {
  readonly link: string;
  readonly hits: number;
  readonly values: number;
  readonly certainty: "seen" | "likely";
  /**
   * `tried`: the list is too long to know all names, so a few values were tried. `chance`: the
   * values are small numbers, and may name terminals by chance.
   */
  readonly kind: "names" | "tried" | "chance";
}

interface Names {
  readonly target: "tag.id" | "terminal.id" | "terminal.uuid" | "terminal.imei";
  readonly names: ReadonlySet<string>;
  readonly areAll: boolean;
}

export const minLinkShare = 0.5;

const maxTriesPerKey = 3;
const maxTriesTotal = 12;

export async function findCandidates(
  visit: Visit,
  tags: Sample,
  terminals: Sample,
): Promise<readonly Candidate[]> {
  const targets = listTargets(tags, terminals);
  const tries = { left: maxTriesTotal };
  const candidates: Candidate[] = [];
  for (const [subject, { records }] of [
    ["tag", tags],
    ["terminal", terminals],
  ] as const) {
    const items = await readItems(visit, subject);
    for (const [key, values] of groupValues(records)) {
      const identifier = toIdentifier(key, items);
      // These characters would end the setting's entry, or its line in a file.
      if (/[,='"`\p{C}\p{Zl}\p{Zp}]/u.test(identifier) || visit.words.hasKey(identifier)) continue;
      const source = `${subject}.${identifier}`;
      const found: Candidate[] = [];
      for (const target of targets) {
        const compared = compare(source, values, target);
        const isClear = target.areAll || compared.hits >= compared.values * minLinkShare;
        found.push(isClear ? compared : await tryOut(visit, compared, { values, target, tries }));
      }
      const share = ({ hits, values: all }: Candidate) => hits / all;
      const [best] = found.sort((one, other) => share(other) - share(one));
      if (best && best.hits > 0) candidates.push(best);
    }
  }
  return candidates;
}

function listTargets(tags: Sample, terminals: Sample): readonly Names[] {
  const areAll = terminals.isComplete;
  const namesOf = (field: "uuid" | "imei") => {
    const names = terminals.records.map((record) => record[field]);
    return new Set(names.flatMap((name) => (typeof name === "string" && name.toLowerCase()) || []));
  };
  return [
    { target: "terminal.id", names: new Set(terminals.ids), areAll },
    { target: "terminal.uuid", names: namesOf("uuid"), areAll },
    { target: "terminal.imei", names: namesOf("imei"), areAll },
    { target: "tag.id", names: new Set(tags.ids), areAll: tags.isComplete },
  ];
}

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
    const json = outcome.isAnswered ? outcome.json : undefined;
    if (readSingle(subject, value, json) === "found") hits += 1;
  }
  return { ...candidate, hits, values: some.length, certainty: "likely", kind: "tried" };
}

function patternOf(value: string): string {
  return value.replaceAll(/[0-9a-f]/gi, "0").replaceAll(/[g-z]/gi, "a");
}

/** Whether values may name terminals by chance: floors, for example, are small numbers, too. */
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
