import fc from "fast-check";
import type { QueryInput } from "../../../../src/search/query.ts";
import type { Item } from "../../../../src/search/table/table.ts";
import { items, queriesUnder, tagRows } from "../../../search/arbitraries.ts";
import type { TagRow } from "../../../search/tags.ts";
import type { ListQuery } from "../../../support/list-gateway.ts";
import type { PlainRecord } from "../../../support/project.ts";

/** Tags, the structure of their additional data, and queries over them. */
export interface RandomSearch {
  readonly structure: readonly Item[];
  readonly rows: readonly TagRow[];
  readonly queries: readonly QueryInput[];
}

/** A random list with this many queries over it. */
export function randomSearches(length: number): fc.Arbitrary<RandomSearch> {
  return items.chain((structure) =>
    fc.record({
      structure: fc.constant(structure),
      rows: tagRows,
      queries: fc.array(queriesUnder(structure), { minLength: length, maxLength: length }),
    }),
  );
}

const types = { text: "textbox", number: "number", any: "colour", boolean: "colour" };

/** A structure's items as a registry sends them. */
export function toItems(structure: readonly Item[]): readonly object[] {
  return structure.map(({ identifier, alias: name, kind }) => ({
    identifier,
    name,
    type: types[kind],
  }));
}

/** A query as the gateway's schema spells it. */
export function toListQuery({ filter, search, orderBy }: QueryInput): ListQuery {
  const toName = (field: string) => field.replace(/[A-Z]/g, "_$&").toUpperCase();
  return {
    filter,
    search,
    orderBy: orderBy?.map(({ field, ...order }) => ({ ...order, field: toName(field) })) ?? null,
  };
}

/** A tag after its way through JSON, with its name as the gateway reads it. */
export function asRead(row: PlainRecord): TagRow {
  const read = JSON.parse(JSON.stringify(row));
  return typeof read.name === "number" ? { ...read, name: String(read.name) } : read;
}
