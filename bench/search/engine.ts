import { giveWay } from "../../src/gateway/base/time/give-way.ts";
import { noOwnFields } from "../../src/gateway/resolvers/own-fields/own-fields.ts";
import { joinsOf } from "../../src/gateway/resolvers/search/joins.ts";
import { describeList } from "../../src/gateway/resolvers/search/list-descriptions.ts";
import type { RegistryRecord, Subject } from "../../src/registry-client/records.ts";
import { findMatches, findPage, parseQuery, type QueryInput } from "../../src/search/query.ts";
import { Table } from "../../src/search/table/table.ts";

/** The first rows that a query finds, and how many it finds in total. */
export interface SearchResult {
  readonly ids: readonly string[];
  readonly total: number;
}

/** How many rows each query asks for. */
export const first = 100;

/** What every candidate searches for. */
export const asked = {
  siteKinds: ["Office", "School"],
  minFloor: 1,
  words: ["quayside", "room"],
  part: "room",
} as const;

/** How to search, as the gateway does. */
export type Find = (subject: Subject, input: QueryInput) => Promise<SearchResult>;

/** tapgraph's engine, over a table of tags and one of terminals that are linked. */
export function createEngine(
  lists: Readonly<Record<Subject, readonly { readonly id: string | number }[]>>,
): Find {
  const pause = giveWay;
  const toTable = (subject: Subject) =>
    new Table<RegistryRecord>({
      list: describeList(subject, "s"),
      rows: lists[subject].map((record): RegistryRecord => {
        return { subject, id: String(record.id), fields: { ...record }, template: "" };
      }),
      items: [{ identifier: "floor", alias: null, kind: "number" }],
      pause,
      maxBytes: 2 ** 30,
    });
  const tables = { tag: toTable("tag"), terminal: toTable("terminal") };
  const joins = joinsOf({
    ownFields: noOwnFields,
    links: {
      tag: new Map([["terminal_id", { target: "terminal", field: "id" }]]),
      terminal: new Map(),
    },
    settings: { REGISTRY_TIMESTAMP_UNIT: "s", MAX_PAGE_SIZE: 1_000 },
  });
  return async (subject, input) => {
    const table = tables[subject];
    const query = parseQuery(table.list, input, joins);
    const tableOf = async (list: string) => tables[list as Subject];
    const matches = await findMatches(table, query, { pause, tableOf });
    const range = { from: "start", size: first, after: null, before: null } as const;
    const { positions, totalCount } = await findPage(matches, range);
    return { ids: positions.map((row) => table.rows[row]?.id ?? ""), total: totalCount };
  };
}
