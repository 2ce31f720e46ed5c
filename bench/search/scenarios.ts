import type { TagRecord, TerminalRecord } from "../../src/registry/sample/records.ts";
import { asked, type Find, first, type SearchResult } from "./engine.ts";
import { createSqlite } from "./sqlite.ts";

/** A question, and the ways to answer it. */
export interface Scenario {
  readonly name: string;
  readonly engine: () => Promise<SearchResult>;
  /** In plain JavaScript, as a frontend does it, in rows that it has fetched and parsed. */
  readonly plain: () => SearchResult;
  readonly sqlite?: () => SearchResult;
}

const filterOfThree = {
  isActive: { eq: true },
  additionalData: [
    { identifier: "site_kind", text: { in: asked.siteKinds } },
    { identifier: "floor", number: { gte: asked.minFloor } },
  ],
};

export function createScenarios(
  find: Find,
  tags: readonly TagRecord[],
  terminals: readonly TerminalRecord[],
): readonly Scenario[] {
  const sqlite = createSqlite(tags);
  const collator = new Intl.Collator("en", { numeric: true });
  const byName = (one: TagRecord, other: TagRecord) => collator.compare(one.name, other.name);
  const data = (tag: TagRecord, key: string) => tag.additional_data?.[key];
  const isOfKind = (tag: TagRecord) =>
    asked.siteKinds.some((kind) => kind === data(tag, "site_kind"));
  const isOnFloor = (tag: TagRecord) => {
    const floor = data(tag, "floor");
    return typeof floor === "number" && floor >= asked.minFloor;
  };
  const findThree = () => tags.filter((tag) => tag.is_active && isOfKind(tag) && isOnFloor(tag));
  const hasWord = (tag: TagRecord, word: string) =>
    [tag.name, tag.description, tag.id, ...Object.values(tag.additional_data ?? {})].some(
      (text) => typeof text === "string" && text.toLowerCase().includes(word),
    );
  const findInactive = () => {
    const ids = new Set(terminals.filter((one) => !one.is_active).map(({ id }) => id));
    return tags.filter((tag) => ids.has(Number(data(tag, "terminal_id"))));
  };
  const findWithoutActive = () => {
    const active = tags.filter(({ is_active }) => is_active);
    const ids = new Set(active.map((tag) => Number(data(tag, "terminal_id"))));
    return terminals.filter(({ id }) => !ids.has(id));
  };
  const orderByName = [{ field: "name", direction: "ASC" }] as const;
  return [
    {
      name: "three conditions, by name",
      engine: () => find("tag", { filter: filterOfThree, orderBy: orderByName }),
      plain: () => toResult(findThree().sort(byName)),
      sqlite: sqlite.filter,
    },
    {
      name: "a part of the name, newest first",
      engine: () =>
        find("tag", {
          filter: { name: { contains: asked.part } },
          orderBy: [{ field: "addedAt", direction: "DESC" }],
        }),
      plain: () =>
        toResult(
          tags
            .filter(({ name }) => name.toLowerCase().includes(asked.part))
            .sort((one, other) => other.added_when - one.added_when),
        ),
      sqlite: sqlite.contains,
    },
    {
      name: "two words",
      engine: () => find("tag", { search: asked.words.join(" ") }),
      plain: () => toResult(tags.filter((tag) => asked.words.every((word) => hasWord(tag, word)))),
      sqlite: sqlite.search,
    },
    {
      name: "tags whose terminal is inactive, by name",
      engine: () => find("tag", { filter: whoseTerminal({}), orderBy: orderByName }),
      plain: () => toResult(findInactive().sort(byName)),
    },
    {
      name: "the same in the registry's order",
      engine: () => find("tag", { filter: whoseTerminal({}) }),
      plain: () => toResult(findInactive()),
    },
    {
      name: "… asked for the first time",
      engine: () => find("tag", { filter: whoseTerminal(neverAsked("description")) }),
      plain: () => toResult(findInactive()),
    },
    {
      name: "terminals without an active tag",
      engine: () => find("terminal", { filter: withoutActive({}) }),
      plain: () => toResult(findWithoutActive()),
    },
    {
      name: "… asked for the first time",
      engine: () => find("terminal", { filter: withoutActive(neverAsked("type")) }),
      plain: () => toResult(findWithoutActive()),
    },
  ];
}

function whoseTerminal(other: object): object {
  const terminal = { isActive: { eq: false }, ...other };
  return { additionalData: [{ identifier: "terminal_id", terminal }] };
}

function withoutActive(other: object): object {
  return { linkedTags: { none: { isActive: { eq: true }, ...other } } };
}

let number = 0;

/** A cheap condition that holds for all records, and of which nothing is kept. */
function neverAsked(field: string): object {
  number += 1;
  return { [field]: { notIn: [`No ${number}`] } };
}

function toResult(records: readonly { readonly id: string | number }[]): SearchResult {
  return { ids: records.slice(0, first).map(({ id }) => String(id)), total: records.length };
}
