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
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        edges { cursor node { ...Issue } }
      }
      all: dataQuality(of: $of, first: 0) {
        counts { code severity count }
      }
    }
  }
`);

/** A page of the project's issues, and the counts of all issues. */
export type Quality = ReturnType<typeof useQuality>;

/** Reads the issues that the address asks for. */
export function useQuality(search: QualitySearch) {
  const { data, incompleteLists, failure, isLoading, isPrevious, retry } = useStrictQuery(
    QualityQuery,
    {
      of: search.of === "terminals" ? "TERMINAL" : "TAG",
      codes: search.code === undefined ? null : [search.code],
      ...toPageVariables(search),
    },
  );
  const project = attempt(() => data?.project);
  const page = attempt(() => project.value?.dataQuality);
  const problem = project.failure ?? page.failure ?? (data === undefined ? failure : undefined);
  const edges = page.value?.edges;
  const issues = useMemo(() => edges?.map(({ node }) => node), [edges]);
  const { value: counts, failure: countsFailure } = attempt(() => project.value?.all?.counts);
  const isExact = incompleteLists.length === 0;
  const shownCounts = counts?.filter(({ code }) => (search.code ?? code) === code);
  const count = useCount(
    [search.of, search.code],
    isPrevious || shownCounts === undefined ? null : { value: sumOf(shownCounts), isExact },
  );
  return {
    /** Why there is nothing to show; undefined if there is something, or if it is being read. */
    problem,
    /** Why the data shown could not be read again. */
    failure,
    page: page.value,
    /** Undefined while they are being read. */
    issues,
    /** How many issues the list has; null if that is not known. */
    count,
    /** The issues by kind; undefined while they are being counted. If they are not exact, there can be more of each kind. */
    counts: counts && { byCode: counts, all: sumOf(counts), isExact },
    /** Why they could not be counted. */
    countsFailure,
    isLoading,
    isPrevious,
    /** Whether the page shows no issues yet, or those of an earlier address. */
    isReading: problem === undefined && (data === undefined || (isLoading && isPrevious)),
    retry,
  };
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
