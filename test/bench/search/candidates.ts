import { DatabaseSync } from "node:sqlite";
import { beginWork, nextTurn } from "../../../src/gateway/base/time/turns.ts";
import {
  countFacets,
  countNumbers,
  prepareFacets,
} from "../../../src/search/facets/count-facets.ts";
import { type FacetInput, parseFacets } from "../../../src/search/facets/facet.ts";
import { type CursorPlace, parseOrderCursor } from "../../../src/search/order/order-cursor.ts";
import { findMatches, findPage, parseQuery, type QueryInput } from "../../../src/search/query.ts";
import type { Pause } from "../../../src/search/table/pace.ts";
import { type ListDescription, Table } from "../../../src/search/table/table.ts";
import { compareCodeUnits } from "../../../src/search/table/text.ts";
import { asked, type SearchedTag } from "./tags.ts";

/** The first rows that a query finds, and how many it finds in total. */
export interface SearchResult {
  readonly ids: readonly string[];
  readonly total: number;
}

/** A way to search rows in memory. */
export interface SearchCandidate {
  readonly name: string;
  /** Three conditions, in the order of names. */
  filter(): SearchResult | Promise<SearchResult>;
  /** Tags whose name contains a string, the newest first. */
  contains(): SearchResult | Promise<SearchResult>;
  /** Two words anywhere in a tag's strings. */
  search(): SearchResult | Promise<SearchResult>;
}

const list: ListDescription<SearchedTag> = {
  name: "tag",
  fields: {
    tagId: { kind: "text", read: (tag) => tag.id },
    name: { kind: "text", read: (tag) => tag.name },
    description: { kind: "text", read: (tag) => tag.description },
    isActive: { kind: "boolean", read: (tag) => tag.is_active },
    addedAt: { kind: "number", isTime: true, read: (tag) => tag.added_when * 1000 },
  },
  searched: ["name", "description", "tagId"],
  readId: (tag) => tag.id,
  readContents: (tag) => JSON.stringify(tag),
  compareIds: compareCodeUnits,
  readTime: (operand) => Date.parse(String(operand)),
  readBoolean: (value) => (typeof value === "boolean" ? value : null),
  readAdditionalData: (tag) => tag.additional_data,
};

/** The engine's three queries. */
export const queries = {
  filter: {
    filter: {
      isActive: { eq: true },
      additionalData: [
        { identifier: "site_kind", text: { in: asked.siteKinds } },
        { identifier: "floor", number: { gte: asked.minFloor } },
      ],
    },
    orderBy: [{ field: "name", direction: "ASC" }],
  },
  contains: {
    filter: { name: { contains: asked.part } },
    orderBy: [{ field: "addedAt", direction: "DESC" }],
  },
  search: { search: asked.words.join(" ") },
} as const satisfies Record<string, QueryInput>;

/** Facets that count the filter's result: two by fields of the filter, and one by a different field. */
const facets: readonly FacetInput[] = [
  { field: "additionalData", identifier: "site_kind", first: 20 },
  { field: "additionalData", identifier: "floor", bounds: [0, 1, 2, 5], first: 20 },
  { field: "additionalData", identifier: "condition", first: 20 },
];

/** tapgraph's engine. `longestMs` is the longest time that it has worked between two turns of the event loop. */
export class EngineCandidate implements SearchCandidate {
  readonly name = "tapgraph";
  readonly table: Table<SearchedTag>;
  longestMs = 0;
  readonly #pause: Pause;

  constructor(rows: readonly SearchedTag[]) {
    let resumedAt: number | undefined;
    const work = beginWork(null);
    this.#pause = async () => {
      if (resumedAt !== undefined) {
        this.longestMs = Math.max(this.longestMs, performance.now() - resumedAt);
      }
      // Several parts of a search may wait at once.
      resumedAt = undefined;
      await nextTurn(work);
      resumedAt = performance.now();
    };
    const items = [{ identifier: "floor", alias: null, kind: "number" as const }];
    this.table = new Table({ list, rows, items, pause: this.#pause, maxBytes: 2 ** 30 });
  }

  filter = (): Promise<SearchResult> => this.#find(queries.filter);
  contains = (): Promise<SearchResult> => this.#find(queries.contains);
  search = (): Promise<SearchResult> => this.#find(queries.search);

  /** Three facets of the filter's result. The total is the sum of all counts. */
  facets(): Promise<SearchResult> {
    return this.facetsBy(facets, queries.filter);
  }

  /** Facets of a query's result. The total is the sum of all counts. */
  async facetsBy(given: readonly FacetInput[], input: QueryInput = {}): Promise<SearchResult> {
    const by = parseFacets(list, given, { maxValues: asked.first });
    const query = parseQuery(list, input);
    const matches = await findMatches(this.table, query, { pause: this.#pause });
    const counts = await countFacets(matches, await prepareFacets(matches, by));
    const values = counts.flatMap(({ values }) => values);
    return { ids: [], total: values.reduce((sum, { count }) => sum + count, 0) };
  }

  /** The least, the mean and the greatest of the numbers under an identifier, as ids. The total is how many they are. */
  async statisticsOf(identifier: string): Promise<SearchResult> {
    const given = [{ field: "additionalData", identifier, first: 0 }];
    const by = parseFacets(list, given, { maxValues: asked.first });
    const matches = await findMatches(this.table, parseQuery(list, {}), { pause: this.#pause });
    const [prepared] = await prepareFacets(matches, by);
    const numbers = prepared && (await countNumbers(matches, prepared));
    const { count = 0, min, mean, max } = numbers ?? {};
    return { ids: [min, mean, max].map(String), total: count };
  }

  /** A page of all tags by name. */
  async pageAt(offset: number, size: number): Promise<SearchResult> {
    const query = parseQuery(list, { orderBy: [{ field: "name", direction: "ASC" }] });
    const matches = await findMatches(this.table, query, { pause: this.#pause });
    const range = { from: "start", size, offset, after: null, before: null } as const;
    const { positions, totalCount } = await findPage(matches, range);
    const ids = positions.map((position) => this.table.rows[position]?.id ?? "");
    return { ids, total: totalCount };
  }

  /** The page after a cursor in the order of names. */
  nextPage(cursor: string): Promise<SearchResult> {
    const { cursors } = parseQuery(list, queries.filter);
    return this.#find(queries.filter, parseOrderCursor(cursors, "after", cursor));
  }

  /** The cursor of a row of the filter's result. */
  async cursorAt(index: number): Promise<string> {
    const found = await this.#ask(queries.filter, index + 1, null);
    return found.cursorAt(index);
  }

  async #find(input: QueryInput, after: CursorPlace | null = null): Promise<SearchResult> {
    const { positions, totalCount } = await this.#ask(input, asked.first, after);
    const ids = positions.map((position) => this.table.rows[position]?.id ?? "");
    return { ids, total: totalCount };
  }

  async #ask(input: QueryInput, size: number, after: CursorPlace | null) {
    const range = { from: "start", size, after, before: null } as const;
    const query = parseQuery(list, input);
    return findPage(await findMatches(this.table, query, { pause: this.#pause }), range);
  }
}

/** Searches as a frontend does, in rows that it has fetched and parsed. */
export function createPlainCandidate(rows: readonly SearchedTag[]): SearchCandidate {
  const collator = new Intl.Collator("en", { numeric: true });
  const isSiteKind = (kind: unknown) => asked.siteKinds.some((one) => one === kind);
  const hasWord = (tag: SearchedTag, word: string) =>
    [tag.name, tag.description, tag.id, ...Object.values(tag.additional_data)].some(
      (text) => typeof text === "string" && text.toLowerCase().includes(word),
    );
  return {
    name: "plain JavaScript",
    filter: () =>
      toResult(
        rows
          .filter(
            ({ is_active, additional_data }) =>
              is_active &&
              isSiteKind(additional_data["site_kind"]) &&
              Number(additional_data["floor"]) >= asked.minFloor,
          )
          .sort((one, other) => collator.compare(one.name, other.name)),
      ),
    contains: () =>
      toResult(
        rows
          .filter(({ name }) => name.toLowerCase().includes(asked.part))
          .sort((one, other) => other.added_when - one.added_when),
      ),
    search: () => toResult(rows.filter((tag) => asked.words.every((word) => hasWord(tag, word)))),
  };
}

function toResult(tags: readonly SearchedTag[]): SearchResult {
  return { ids: tags.slice(0, asked.first).map(({ id }) => id), total: tags.length };
}

/** SQLite in memory, with columns for filters and an FTS5 index of trigrams for searches. */
export function createSqliteCandidate(rows: readonly SearchedTag[]): SearchCandidate {
  const database = new DatabaseSync(":memory:");
  database.exec(`
    CREATE TABLE tag (id TEXT, name TEXT COLLATE NOCASE, is_active INTEGER, added_when INTEGER, site_kind TEXT, floor NUMERIC);
    CREATE VIRTUAL TABLE words USING fts5(name, others, tokenize = 'trigram', content = '');
    CREATE INDEX tag_name ON tag (name);
    CREATE INDEX tag_added_when ON tag (added_when);
  `);
  const insertTag = database.prepare("INSERT INTO tag VALUES (?, ?, ?, ?, ?, ?)");
  const insertWords = database.prepare("INSERT INTO words (rowid, name, others) VALUES (?, ?, ?)");
  database.exec("BEGIN");
  for (const [index, { id, name, description, is_active, added_when, ...tag }] of rows.entries()) {
    const data = tag.additional_data;
    const texts = Object.values(data).filter((value) => typeof value === "string");
    const [kind, floor] = [String(data["site_kind"]), Number(data["floor"])];
    insertTag.run(id, name, Number(is_active), added_when, kind, floor);
    insertWords.run(index + 1, name, [description, id, ...texts].join("\n"));
  }
  database.exec("COMMIT");
  const isAsked = `is_active AND site_kind IN ('${asked.siteKinds.join("', '")}') AND floor >= ${asked.minFloor}`;
  const isNamed = `name LIKE '%${asked.part}%'`;
  const isFound = `words MATCH '${asked.words.map((word) => `"${word}"`).join(" ")}'`;
  const prepare = (from: string, order: string) => {
    const first = database.prepare(
      `SELECT tag.id FROM ${from} ORDER BY ${order} LIMIT ${asked.first}`,
    );
    const count = database.prepare(`SELECT count(*) AS total FROM ${from}`);
    return (): SearchResult => ({
      ids: first.all().map(({ id }) => String(id)),
      total: Number(count.get()?.["total"]),
    });
  };
  return {
    name: "SQLite with FTS5",
    filter: prepare(`tag WHERE ${isAsked}`, "name"),
    contains: prepare(`tag WHERE ${isNamed}`, "added_when DESC"),
    search: prepare(`words JOIN tag ON tag.rowid = words.rowid WHERE ${isFound}`, "rank"),
  };
}
