import { useMemo } from "react";
import { graphql } from "../../__generated__/gql.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { useCount } from "../list/head-count.tsx";
import { toPageVariables } from "../list/list-address.ts";
import { attempt } from "../parts/boundary.tsx";
import type { QualitySearch } from "./quality-search.ts";

const QualityQuery = graphql(`
  query Quality(
    $of: AdditionalDataSubject!
    $codes: [DataQualityCode!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    project {
      dataQuality(
        of: $of
        codes: $codes
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        totalCount
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        edges { cursor node { ...Issue } }
      }
      all: dataQuality(of: $of, first: 0) {
        totalCount
        counts { code severity count }
      }
    }
  }
`);

/** A page of the project's issues, and the counts of all issues. */
export type Quality = ReturnType<typeof useQuality>;

/** Reads the issues that the address asks for. */
export function useQuality(search: QualitySearch) {
  const { data, failure, isLoading, isPrevious, retry } = useStrictQuery(QualityQuery, {
    of: search.of === "terminals" ? "TERMINAL" : "TAG",
    codes: search.code === undefined ? null : [search.code],
    ...toPageVariables(search),
  });
  const project = attempt(() => data?.project);
  const page = attempt(() => project.value?.dataQuality);
  const problem = project.failure ?? page.failure ?? (data === undefined ? failure : undefined);
  const edges = page.value?.edges;
  const issues = useMemo(() => edges?.map(({ node }) => node), [edges]);
  const totalCount = useCount(
    [search.of, search.code],
    isPrevious ? null : (attempt(() => page.value?.totalCount).value ?? null),
  );
  return {
    /** Why there is nothing to show; undefined if there is something, or if it is being read. */
    problem,
    /** Why the data shown could not be read again. */
    failure,
    page: page.value,
    /** Undefined while they are being read. */
    issues,
    /** Null if it is not known. */
    totalCount,
    all: attempt(() => project.value?.all).value,
    isLoading,
    isPrevious,
    /** Whether the page shows no issues yet, or those of an earlier address. */
    isReading: problem === undefined && (data === undefined || (isLoading && isPrevious)),
    retry,
  };
}
