import { useMemo } from "react";
import { graphql } from "../../__generated__/gql.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { toPageVariables, useListAddress } from "../list/list-address.ts";
import { RecordList } from "../list/record-list.tsx";
import { attempt } from "../parts/boundary.tsx";
import { useStructure } from "../record/structure.ts";
import { AddedBoard } from "./added-board.tsx";
import { findTagColumns } from "./tag-columns.tsx";
import { findTagDimensions, toTagFacets, toTagFilter, toTagOrder } from "./tag-filter.ts";
import { UidMatches } from "./uid-matches.tsx";

const TagsQuery = graphql(`
  query Tags(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $offset: Int
    $search: String
    $filter: TagFilter
    $orderBy: [TagOrder!]
    $facets: [TagFacet!]!
  ) {
    tags(
      first: $first
      after: $after
      last: $last
      before: $before
      offset: $offset
      search: $search
      filter: $filter
      orderBy: $orderBy
    ) {
      totalCount
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      edges { cursor node { id ...TagCells } }
      facets(by: $facets) { ...FacetValues }
    }
  }
`);

/** The project's tags. */
export function TagList() {
  const address = useListAddress("/tags");
  const items = useStructure("TAG");
  const { search, chosen } = address;
  const dimensions = useMemo(() => findTagDimensions(items ?? [], chosen), [items, chosen]);
  const columns = useMemo(() => findTagColumns(items ?? []), [items]);
  const orderBy = toTagOrder(search.sort, items ?? []);
  const variables = {
    ...toPageVariables(search),
    search: search.q ?? null,
    filter: toTagFilter(dimensions, chosen),
    orderBy,
    facets: toTagFacets(dimensions),
  };
  const { data, ...result } = useStrictQuery(TagsQuery, variables, { skip: items === undefined });
  return (
    <RecordList
      title="Tags"
      subject="Tag"
      placeholder="Name, place, id, note…"
      address={address}
      dimensions={dimensions}
      columns={columns}
      isOrdered={orderBy.length > 0}
      connection={attempt(() => data?.tags)}
      result={result}
      board={
        items && (
          <AddedBoard
            search={search.q ?? null}
            dimensions={dimensions}
            chosen={chosen}
            onChoose={address.choose}
          />
        )
      }
      note={<UidMatches text={search.q ?? ""} />}
    />
  );
}
