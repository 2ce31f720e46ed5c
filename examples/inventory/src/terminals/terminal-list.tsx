import { useMemo } from "react";
import { graphql } from "../../__generated__/gql.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { toPageVariables, useListAddress } from "../list/list-address.ts";
import { RecordList } from "../list/record-list.tsx";
import { attempt } from "../parts/boundary.tsx";
import { useStructure } from "../record/structure.ts";
import { PlatformBoard } from "./platform-board.tsx";
import { findTerminalColumns } from "./terminal-columns.tsx";
import {
  findTerminalDimensions,
  toTerminalFacets,
  toTerminalFilter,
  toTerminalOrder,
} from "./terminal-filter.ts";

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
  const items = useStructure("TERMINAL");
  const { search, chosen } = address;
  const dimensions = useMemo(() => findTerminalDimensions(items ?? []), [items]);
  const columns = useMemo(() => findTerminalColumns(items ?? []), [items]);
  const words = search.q ?? null;
  const orderBy = toTerminalOrder(search.sort, items ?? []);
  const variables = {
    ...toPageVariables(search),
    search: words,
    filter: toTerminalFilter(dimensions, chosen),
    orderBy,
    facets: toTerminalFacets(dimensions),
  };
  const { data, ...result } = useStrictQuery(TerminalsQuery, variables, {
    skip: items === undefined,
  });
  return (
    <RecordList
      title="Terminals"
      subject="Terminal"
      placeholder="Name, model, IMEI, person…"
      address={address}
      dimensions={dimensions}
      columns={columns}
      isOrdered={orderBy.length > 0}
      connection={attempt(() => data?.terminals)}
      result={result}
      board={
        items && (
          <PlatformBoard
            search={words}
            dimensions={dimensions}
            chosen={chosen}
            onChoose={address.choose}
          />
        )
      }
    />
  );
}
