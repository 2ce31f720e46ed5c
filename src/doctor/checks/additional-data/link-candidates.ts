import type { JsonObject } from "../../../upstream/answers/decode.ts";
import type { Subject } from "../../../upstream/answers/records.ts";
import {
  isWholeList,
  readSample,
  readSamplePage,
  singleQuestion,
  type Visit,
} from "../../visit.ts";
import { idsOf } from "../rows.ts";
import { dataOf } from "./additional-data.ts";
import { readItems, textOf } from "./structures.ts";

/** A key of additional data that may be a link: some of its values name records. */
export interface Candidate {
  /** The link, as `ADDITIONAL_DATA_LINKS` takes it. */
  readonly link: string;
  readonly hits: number;
  /** How many different values were checked. */
  readonly values: number;
  readonly certainty: "seen" | "likely";
  /**
   * `names`: the values equal the names. `tried`: the list is too long to know all names, so a few values were tried. `chance`: the
   * values are small numbers, and may name terminals by chance. `spelling`: the values are names in another spelling.
   */
  readonly kind: "names" | "tried" | "chance" | "spelling";
}

/** The field by which a value may name a record. */
type Target = "tag.id" | "terminal.id" | "terminal.uuid" | "terminal.imei";

/** The known names of records, and whether these are all. */
interface Names {
  readonly target: Target;
  readonly names: ReadonlySet<string>;
  readonly isWhole: boolean;
}

/** The different values of one key. */
interface Values {
  readonly subject: Subject;
  readonly identifier: string;
  readonly values: ReadonlySet<string>;
}

/** A smaller share of hits than this decides nothing. The values are then checked in another way, if there is one. */
const leastShare = 0.5;

/** How many values to try one by one: of one key, and of all keys together. */
const mostTries = 3;
const mostTriesInAll = 12;

/** Finds the keys of the sample's additional data whose values may name records. */
export async function findCandidates(visit: Visit): Promise<readonly Candidate[]> {
  const targets = await readTargets(visit);
  const candidates: Candidate[] = [];
  const tries = { left: mostTriesInAll };
  for (const subject of ["tag", "terminal"] as const) {
    const items = (await readItems(visit, subject)) ?? [];
    for (const [key, values] of groupValues(await readSample(visit, subject))) {
      const given = { subject, identifier: toIdentifier(key, items), values };
      const found = await findBest(visit, given, { targets, tries });
      if (found) candidates.push(found);
    }
  }
  return candidates;
}

async function readTargets(visit: Visit): Promise<readonly Names[]> {
  const [tags, terminals] = [await readSample(visit, "tag"), await readSample(visit, "terminal")];
  const isWhole = async (subject: Subject) => {
    const page = await readSamplePage(visit, subject);
    return page !== undefined && isWholeList(page);
  };
  const areTerminals = await isWhole("terminal");
  return [
    { target: "terminal.id", names: new Set(idsOf(terminals)), isWhole: areTerminals },
    { target: "terminal.uuid", names: namesOf(terminals, "uuid"), isWhole: areTerminals },
    { target: "terminal.imei", names: namesOf(terminals, "imei"), isWhole: areTerminals },
    { target: "tag.id", names: new Set(idsOf(tags)), isWhole: await isWhole("tag") },
  ];
}

function namesOf(rows: readonly JsonObject[], field: string): ReadonlySet<string> {
  const texts = rows.map((row) => row[field]).filter((value) => typeof value === "string");
  return new Set(texts.filter((text) => text !== "").map((text) => text.toLowerCase()));
}

/** The identifier by which the gateway knows a key, which may be an item's name. */
function toIdentifier(key: string, items: readonly JsonObject[]): string {
  if (items.some((item) => textOf(item, "identifier") === key)) return key;
  const named = items.find((item) => textOf(item, "name") === key);
  return (named && textOf(named, "identifier")) ?? key;
}

/** The different values of each key, as the gateway compares them: numbers as text. */
function groupValues(rows: readonly JsonObject[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const [key, value] of Object.entries(dataOf(row))) {
      const text = Number.isSafeInteger(value) ? String(value) : value;
      if (typeof text !== "string" || text === "") continue;
      const group = groups.get(key) ?? new Set();
      groups.set(key, group.add(text));
    }
  }
  return groups;
}

async function findBest(
  visit: Visit,
  given: Values,
  { targets, tries }: { readonly targets: readonly Names[]; readonly tries: { left: number } },
): Promise<Candidate | undefined> {
  // These characters would end the setting, or its line in a file.
  if (/[,='"`\p{C}]/u.test(given.identifier)) return undefined;
  const found: Candidate[] = [];
  for (const target of targets) {
    const compared = compare(given, target);
    const isClear = target.isWhole || compared.hits >= compared.values * leastShare;
    found.push(isClear ? compared : await tryOut(visit, compared, { ...given, target, tries }));
  }
  const share = ({ hits, values }: Candidate) => hits / values;
  const [best] = found.sort((one, other) => share(other) - share(one));
  return best && best.hits > 0 ? best : findOtherSpelling(given, targets);
}

function compare(
  { subject, identifier, values }: Values,
  { target, names, isWhole }: Names,
): Candidate {
  const isFolded = target === "terminal.uuid" || target === "terminal.imei";
  const texts = [...values].map((text) => (isFolded ? text.toLowerCase() : text));
  const isChance = target === "terminal.id" && isByChance(identifier, texts, names);
  return {
    link: `${subject}.${identifier}=${target}`,
    hits: texts.filter((text) => names.has(text)).length,
    values: texts.length,
    certainty: isWhole ? "seen" : "likely",
    kind: isChance ? "chance" : "names",
  };
}

/** Tries some values of the right form, one by one. */
async function tryOut(
  visit: Visit,
  candidate: Candidate,
  { values, target: { target, names }, tries }: Trial,
): Promise<Candidate> {
  const [subject, field] = target.split(".") as [Subject, string];
  const [example] = names;
  if (field !== "id" || example === undefined) return candidate;
  const texts = [...values];
  const fitting = texts.filter((text) => patternOf(text) === patternOf(example));
  const some = fitting.slice(0, Math.min(mostTries, tries.left));
  if (fitting.length < texts.length * leastShare || some.length === 0) return candidate;
  tries.left -= some.length;
  let hits = 0;
  for (const text of some) {
    const outcome = await visit.probe.ask(singleQuestion(visit, subject, text));
    const isFound = outcome.isHeard && outcome.status === 200;
    if (isFound && /"id"\s*:/.test(outcome.text ?? "")) hits += 1;
  }
  return { ...candidate, hits, values: some.length, certainty: "likely", kind: "tried" };
}

/** The values to try as names of a target, and how many tries are left. */
interface Trial extends Pick<Values, "values"> {
  readonly target: Names;
  readonly tries: { left: number };
}

/** The candidate if the values are ids of tags with other separators, or in another letter case. */
function findOtherSpelling(
  { subject, identifier, values }: Values,
  targets: readonly Names[],
): Candidate | undefined {
  const names = targets.find(({ target }) => target === "tag.id")?.names ?? new Set();
  const known = new Set([...names].map(foldUid));
  const hits = [...values].filter((text) => known.has(foldUid(text))).length;
  if (hits < values.size * leastShare) return undefined;
  const link = `${subject}.${identifier}=tag.id`;
  return { link, hits, values: values.size, certainty: "likely", kind: "spelling" };
}

function foldUid(text: string): string {
  return text.replaceAll(/^0x|[:. -]/gi, "").toUpperCase();
}

/** The form of a text: each character is replaced by its kind. */
function patternOf(text: string): string {
  return text.replaceAll(/[0-9a-f]/gi, "0").replaceAll(/[g-z]/gi, "a");
}

/** Whether values may name terminals only by chance. Both may be small numbers: a floor as well as a terminal's id. */
function isByChance(
  identifier: string,
  texts: readonly string[],
  names: ReadonlySet<string>,
): boolean {
  if (/terminal|device|reader|scanner|handheld/i.test(identifier)) return false;
  const numbers = texts.map(Number);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const between = [...names].map(Number).filter((id) => id >= least && id <= most).length;
  return texts.length < 3 || between / (most - least + 1) > 0.5;
}
