import { graphql } from "../../__generated__/gql.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { toFacets } from "../list/dimensions.ts";
import { toPageVariables, useListAddress } from "../list/list-address.ts";
import { RecordList } from "../list/record-list.tsx";
import { attempt } from "../parts/boundary.tsx";
import { AddedBoard } from "./added-board.tsx";
import { tagColumns } from "./tag-columns.tsx";
import { tagDimensions, toTagFilter, toTagOrder } from "./tag-filter.ts";
import { SearchedUid } from "./uid-matches.tsx";

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
  const { search, chosen } = address;
  const orderBy = toTagOrder(search.sort);
  const variables = {
    ...toPageVariables(search),
    search: search.q ?? null,
    filter: toTagFilter(chosen),
    orderBy,
    facets: toFacets(tagDimensions),
  };
  const { data, ...result } = useStrictQuery(TagsQuery, variables);
  return (
    <RecordList
      title="Tags"
      subject="Tag"
      placeholder="Name, place, id, note…"
      address={address}
      dimensions={tagDimensions}
      columns={tagColumns}
      isOrdered={orderBy.length > 0}
      connection={attempt(() => data?.tags)}
      result={result}
      board={<AddedBoard search={search.q ?? null} chosen={chosen} onChoose={address.choose} />}
      note={<SearchedUid text={search.q ?? ""} />}
    />
  );
}
