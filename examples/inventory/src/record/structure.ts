import { graphql } from "../../__generated__/gql.ts";
import type { AdditionalDataItemType, AdditionalDataSubject } from "../../__generated__/graphql.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";

const StructureQuery = graphql(`
  query Structure($of: AdditionalDataSubject!) {
    additionalDataStructure(of: $of) {
      of
      items { type name identifier setViaApp enum }
    }
  }
`);

/** An item of a structure that has an identifier. */
export interface StructureItem {
  readonly type: AdditionalDataItemType;
  readonly name: string;
  readonly identifier: string;
  readonly options: readonly string[];
}

/** The items for a kind of record; undefined while they are being read, empty if there are none or they cannot be read. */
export function useStructure(of: AdditionalDataSubject): readonly StructureItem[] | undefined {
  const { data, failure } = useStrictQuery(StructureQuery, { of });
  if (data === undefined) return failure === undefined ? undefined : none;
  try {
    return toItems(data.additionalDataStructure?.items ?? []);
  } catch {
    // A list without these columns is better than no list.
    return none;
  }
}

const none: readonly StructureItem[] = [];

type RawItem = {
  readonly type: AdditionalDataItemType;
  readonly name: string | null;
  readonly identifier: string | null;
  readonly enum: readonly string[] | null;
};

const listsByItems = new WeakMap<readonly RawItem[], readonly StructureItem[]>();

/** Returns the same list for the same items, so that `useMemo` can compare it. */
function toItems(raw: readonly RawItem[]): readonly StructureItem[] {
  const before = listsByItems.get(raw);
  if (before !== undefined) return before;
  const items = new Map<string, StructureItem>();
  for (const { type, name, identifier, enum: options } of raw) {
    if (!identifier || items.has(identifier)) continue;
    items.set(identifier, { type, name: name || identifier, identifier, options: options ?? [] });
  }
  const list = [...items.values()];
  listsByItems.set(raw, list);
  return list;
}
