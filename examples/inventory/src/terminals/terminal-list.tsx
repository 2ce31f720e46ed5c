import { graphql } from "../../__generated__/gql.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { toFacets } from "../list/dimensions.ts";
import { toPageVariables, useListAddress } from "../list/list-address.ts";
import { RecordList } from "../list/record-list.tsx";
import { attempt } from "../parts/boundary.tsx";
import { PlatformBoard } from "./platform-board.tsx";
import { terminalColumns } from "./terminal-columns.tsx";
import { terminalDimensions, toTerminalFilter, toTerminalOrder } from "./terminal-filter.ts";

const TerminalsQuery = graphql(`
  query Terminals(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $offset: Int
    $search: String
    $filter: TerminalFilter
    $orderBy: [TerminalOrder!]
    $facets: [TerminalFacet!]!
  ) {
    terminals(
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
      edges { cursor node { id ...TerminalCells } }
      facets(by: $facets) { ...FacetValues }
    }
  }
`);

/** The project's terminals, with charts of their platforms. */
export function TerminalList() {
  const address = useListAddress("/terminals");
  const { search, chosen } = address;
  const words = search.q ?? null;
  const orderBy = toTerminalOrder(search.sort);
  const variables = {
    ...toPageVariables(search),
    search: words,
    filter: toTerminalFilter(chosen),
    orderBy,
    facets: toFacets(terminalDimensions),
  };
  const { data, ...result } = useStrictQuery(TerminalsQuery, variables);
  return (
    <RecordList
      title="Terminals"
      subject="Terminal"
      placeholder="Name, model, IMEI, person…"
      address={address}
      dimensions={terminalDimensions}
      columns={terminalColumns}
      isOrdered={orderBy.length > 0}
      connection={attempt(() => data?.terminals)}
      result={result}
      board={<PlatformBoard search={words} chosen={chosen} onChoose={address.choose} />}
    />
  );
}
