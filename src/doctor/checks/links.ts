import type { JsonObject } from "../../upstream/decode.ts";
import type { Subject } from "../../upstream/records.ts";
import type { Conclusion } from "../finding.ts";
import { formatShare, showWord } from "../text.ts";
import {
  type Check,
  isWholeList,
  listQuestion,
  readSample,
  readSamplePage,
  singleQuestion,
  type Visit,
} from "../visit.ts";
import { dataOf } from "./additional-data.ts";
import { idsOf } from "./rows.ts";
import { readItems, textOf } from "./structures.ts";

/** What a value may name. */
type Target = "tag.id" | "terminal.id" | "terminal.uuid" | "terminal.imei";

/** The names that there are, and whether these are all. */
interface Names {
  readonly target: Target;
  readonly names: ReadonlySet<string>;
  readonly isWhole: boolean;
}

/** Additional data whose values look like a kind of name, and how many of them are one. */
interface Candidate {
  readonly link: string;
  readonly hits: number;
  readonly values: number;
  readonly certainty: "seen" | "likely";
  /** Small numbers name some terminal by chance. */
  readonly isChance: boolean;
  /** Whether some values were asked for, because the list is too long to be known. */
  readonly isAsked: boolean;
}

/** Values of a list that is not known whole which are asked for one by one. */
const mostGets = 3;

/** A link is proposed from this share of hits on. */
const leastShare = 0.5;

/** Additional data whose values name a record. */
export const links: Check = {
  id: "links",
  asks: "Which additional data name a record?",
  async run(visit) {
    const targets = await readTargets(visit);
    const candidates: Candidate[] = [];
    for (const subject of ["tag", "terminal"] as const) {
      const rows = await readSample(visit, subject);
      const items = (await readItems(visit, subject)) ?? [];
      for (const [key, values] of groupValues(rows)) {
        const identifier = toIdentifier(key, items);
        const found = await findLink(visit, { subject, identifier, values }, targets);
        if (found) candidates.push(found);
      }
    }
    return [conclude(visit, candidates)];
  },
};

async function readTargets(visit: Visit): Promise<readonly Names[]> {
  const [tags, terminals] = [await readSample(visit, "tag"), await readSample(visit, "terminal")];
  const tagPage = await readSamplePage(visit, "tag");
  const terminalPage = await readSamplePage(visit, "terminal");
  const isWhole = terminalPage !== undefined && isWholeList(terminalPage);
  return [
    {
      target: "terminal.id",
      names: new Set(idsOf(terminals)),
      isWhole,
    },
    { target: "terminal.uuid", names: namesOf(terminals, "uuid"), isWhole },
    { target: "terminal.imei", names: namesOf(terminals, "imei"), isWhole },
    {
      target: "tag.id",
      names: new Set(idsOf(tags)),
      isWhole: tagPage !== undefined && isWholeList(tagPage),
    },
  ];
}

function namesOf(rows: readonly JsonObject[], field: string): ReadonlySet<string> {
  const texts = rows.map((row) => row[field]).filter((value) => typeof value === "string");
  return new Set(texts.filter((text) => text !== "").map((text) => text.toLowerCase()));
}

/** What the gateway calls a key: the identifier of the item whose name it may be. */
function toIdentifier(key: string, items: readonly JsonObject[]): string {
  if (items.some((item) => textOf(item, "identifier") === key)) return key;
  const named = items.find((item) => textOf(item, "name") === key);
  return (named && textOf(named, "identifier")) ?? key;
}

/** The different values of each key, as the gateway compares them: numbers as their digits. */
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

interface Values {
  readonly subject: Subject;
  readonly identifier: string;
  readonly values: ReadonlySet<string>;
}

async function findLink(
  visit: Visit,
  given: Values,
  targets: readonly Names[],
): Promise<Candidate | undefined> {
  const { subject, identifier, values } = given;
  // The setting, or the line of a file that it is on, would end there.
  if (/[,='"`\p{C}]/u.test(identifier)) return undefined;
  let best: Candidate | undefined;
  for (const { target, names, isWhole } of targets) {
    const isFolded = target === "terminal.uuid" || target === "terminal.imei";
    const texts = [...values].map((text) => (isFolded ? text.toLowerCase() : text));
    const link = `${subject}.${identifier}=${target}`;
    const hits = texts.filter((text) => names.has(text)).length;
    const isChance = target === "terminal.id" && isByChance(identifier, texts, names);
    const seen = {
      link,
      hits,
      values: texts.length,
      certainty: isWhole ? "seen" : "likely",
      isChance,
      isAsked: false,
    } as const;
    const found =
      isWhole || hits >= texts.length * leastShare
        ? seen
        : await askSome(visit, { ...seen, target }, texts, names);
    if (
      found.hits > 0 &&
      found.hits / found.values > (best === undefined ? 0 : best.hits / best.values)
    )
      best = found;
  }
  return best;
}

/** Some values of the right form, asked for one by one where the list is too long to be known. */
async function askSome(
  visit: Visit,
  { target, ...candidate }: Candidate & { readonly target: Target },
  texts: readonly string[],
  names: ReadonlySet<string>,
): Promise<Candidate> {
  const [subject, field] = target.split(".") as [Subject, string];
  const [example] = names;
  if (field !== "id" || example === undefined) return candidate;
  const fitting = texts.filter((text) => patternOf(text) === patternOf(example));
  if (fitting.length < texts.length * leastShare) return candidate;
  const some = fitting.slice(0, mostGets);
  let hits = 0;
  for (const text of some) {
    const outcome = await visit.probe.ask(singleQuestion(visit, subject, text));
    if (outcome.isHeard && outcome.status === 200 && JSON.stringify(outcome.json).includes(`"id":`))
      hits += 1;
  }
  return { ...candidate, hits, values: some.length, certainty: "likely", isAsked: true };
}

/** What kinds of characters a text has, in their order. */
function patternOf(text: string): string {
  return text.replaceAll(/[0-9a-f]/gi, "0").replaceAll(/[g-z]/gi, "a");
}

/** Whether small numbers name terminals whose ids are small, too: a floor names one as well as a link does. */
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

function conclude(visit: Visit, candidates: readonly Candidate[]): Conclusion {
  const question = listQuestion(visit, "tag");
  const proposed = candidates.filter(
    ({ isChance, hits, values }) => !isChance && hits / values >= leastShare,
  );
  const others = candidates.filter((candidate) => !proposed.includes(candidate));
  const told = [...proposed, ...others].map(tellCandidate);
  if (told.length === 0) {
    const hint = "Where you know of one, ADDITIONAL_DATA_LINKS names it.";
    return {
      status: "ok",
      certainty: "likely",
      detail: "No additional data name a record.",
      hint,
      question,
    };
  }
  const detail = `${told.join("; ")}.`;
  if (proposed.length === 0) {
    const hint = "Too few hits for a link. Where you know better, set ADDITIONAL_DATA_LINKS.";
    return { status: "ok", certainty: "unknown", detail, hint, question };
  }
  return {
    status: "ok",
    certainty: proposed.every(({ certainty }) => certainty === "seen") ? "seen" : "likely",
    detail,
    hint: "With ADDITIONAL_DATA_LINKS the gateway joins them: additionalDataField(identifier:) { terminal { name } }.",
    settings: { ADDITIONAL_DATA_LINKS: proposed.map(({ link }) => link).join(",") },
    question,
  };
}

function tellCandidate({ link, hits, values, isChance, isAsked }: Candidate): string {
  const share = isAsked
    ? `${hits} of ${values} values that were tried`
    : `${formatShare(hits, values)} of ${values} different values`;
  return `${showWord(link).replace("=", " → ")}: ${share}${isChance ? ", perhaps by chance" : ""}`;
}
