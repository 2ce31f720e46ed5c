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

/** An item of a structure that a record can be read by. */
export interface StructureItem {
  readonly type: AdditionalDataItemType;
  readonly name: string;
  readonly identifier: string;
  readonly options: readonly string[];
}

/** The structure of a kind of record: undefined while it is read; no items where there is none, or none that can be read. */
export function useStructure(of: AdditionalDataSubject): readonly StructureItem[] | undefined {
  const { data, failure } = useStrictQuery(StructureQuery, { of });
  if (data === undefined) return failure === undefined ? undefined : none;
  try {
    return toItems(data.additionalDataStructure?.items ?? []);
  } catch {
    // A list without its additional columns is better than none.
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

const known = new WeakMap<readonly RawItem[], readonly StructureItem[]>();

/** The same items give the same list, for those that compare. */
function toItems(raw: readonly RawItem[]): readonly StructureItem[] {
  const before = known.get(raw);
  if (before !== undefined) return before;
  const items = new Map<string, StructureItem>();
  for (const { type, name, identifier, enum: options } of raw) {
    if (!identifier || items.has(identifier)) continue;
    items.set(identifier, { type, name: name || identifier, identifier, options: options ?? [] });
  }
  const list = [...items.values()];
  known.set(raw, list);
  return list;
}
