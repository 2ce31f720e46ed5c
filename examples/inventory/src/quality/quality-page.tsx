import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { graphql } from "../../__generated__/gql.ts";
import { readCode } from "../gateway/failure.ts";
import { useSession } from "../gateway/session.tsx";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { ChangesBadge } from "../list/changes-badge.tsx";
import { HeadCount, useCount } from "../list/head-count.tsx";
import { toPageVariables } from "../list/list-address.ts";
import { Pager } from "../list/pager.tsx";
import { attempt, Boundary } from "../parts/boundary.tsx";
import { formatCount, formatCounted } from "../parts/count.ts";
import { FailureLine, FailureView } from "../parts/failure-view.tsx";
import { StaleNote } from "../parts/stale-note.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { passFocus } from "../shell/pass-focus.ts";
import { IssueTable } from "./issue-table.tsx";
import { codeNames, type QualitySearch, readQualitySearch } from "./quality-search.ts";
import { useTicks } from "./ticks.ts";

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

/** The project's data quality, as a list of issues to work through. */
export function QualityPage() {
  const found = useSearch({ from: "/quality" });
  // The router keeps values that validateSearch has left out.
  const search = useMemo(() => readQualitySearch({ ...found }), [found]);
  const navigate = useNavigate();
  const of = search.of === "terminals" ? "TERMINAL" : "TAG";
  const { data, failure, isLoading, isPrevious, retry } = useStrictQuery(QualityQuery, {
    of,
    codes: search.code === undefined ? null : [search.code],
    ...toPageVariables(search),
  });
  const project = attempt(() => data?.project);
  const issues = attempt(() => project.value?.dataQuality);
  const all = attempt(() => project.value?.all);
  const problem = project.failure ?? issues.failure ?? (data === undefined ? failure : undefined);
  const isBadAddress = readCode(problem) === "BAD_USER_INPUT";
  const edges = issues.value?.edges;
  const list = useMemo(() => edges?.map(({ node }) => node), [edges]);
  const ticks = useTicks(useSession().projectId);
  const totalCount = useCount(
    [search.of, search.code],
    isPrevious ? null : (attempt(() => issues.value?.totalCount).value ?? null),
  );
  const isReading = problem === undefined && (data === undefined || (isLoading && isPrevious));
  return (
    <>
      <header className="list-head">
        <PageTitle title="Data quality">
          <HeadCount count={problem === undefined ? totalCount : null} isReading={isReading} />
        </PageTitle>
        <ChangesBadge subject={of === "TAG" ? "Tag" : "Terminal"} shown={null} />
        <nav className="switch" aria-label="Whose data">
          <Link
            to="/quality"
            search={{}}
            activeOptions={{ exact: true }}
            aria-current={of === "TAG" ? "page" : undefined}
          >
            Tags
          </Link>
          <Link
            to="/quality"
            search={{ of: "terminals" }}
            activeOptions={{ exact: true }}
            aria-current={of === "TERMINAL" ? "page" : undefined}
          >
            Terminals
          </Link>
        </nav>
      </header>
      {problem !== undefined ? (
        <>
          <FailureView failure={problem} onRetry={isBadAddress ? undefined : retry} />
          {isBadAddress && (
            <Link to="/quality" search={{}} className="after-failure">
              Show all issues
            </Link>
          )}
        </>
      ) : (
        <>
          <StaleNote failure={failure} onRetry={retry} />
          <Boundary of={all.value} fallback={(cause) => <FailureLine failure={cause} />}>
            <Codes
              of={search.of}
              chosen={search.code}
              total={all.value?.totalCount ?? null}
              counts={all.value?.counts ?? []}
            />
          </Boundary>
          {totalCount === 0 ? (
            <div className="empty">
              <p className="empty-title">
                {search.code === undefined ? "Nothing to fix" : "No issue of this kind"}
              </p>
              <p>
                {search.code === undefined
                  ? "Nothing in these data contradicts the project's structure."
                  : `These data have no issue of the kind “${codeNames[search.code]}”.`}
              </p>
            </div>
          ) : (
            <>
              <p className="progress-line">
                {ticks.count === 0
                  ? "Tick off issues as you deal with them. An issue disappears once its record is corrected in the registry."
                  : `${formatCounted(ticks.count, "issue")} ticked off in this tab.`}
                {ticks.count > 0 && (
                  <>
                    {" "}
                    <button
                      type="button"
                      className="plain"
                      onClick={({ currentTarget }) => {
                        passFocus(currentTarget);
                        ticks.clear();
                      }}
                    >
                      Untick all
                    </button>
                  </>
                )}
              </p>
              <IssueTable issues={list} ticks={ticks} isBusy={isLoading || list === undefined} />
              {issues.value && (
                <Pager
                  page={search.page ?? 1}
                  totalCount={totalCount}
                  pageInfo={issues.value.pageInfo}
                  isPrevious={isPrevious}
                  onGo={(place) => {
                    void navigate({
                      to: "/quality",
                      search: { ...search, ...place } as QualitySearch,
                      resetScroll: false,
                    });
                    scrollTo({ top: 0 });
                  }}
                />
              )}
            </>
          )}
          <p className="unseen" role="status">
            {isReading
              ? "Reading the issues …"
              : isLoading || totalCount === null
                ? ""
                : formatCounted(totalCount, "issue")}
          </p>
        </>
      )}
    </>
  );
}

interface CodesProps {
  readonly of: QualitySearch["of"];
  readonly chosen: QualitySearch["code"];
  readonly total: number | null;
  readonly counts: readonly {
    readonly code: keyof typeof codeNames;
    readonly severity: "ERROR" | "WARNING";
    readonly count: number;
  }[];
}

/** The kinds of issues with their counts. Each links to the issues of that kind. */
function Codes({ of, chosen, total, counts }: CodesProps) {
  const records = of === undefined ? {} : { of };
  return (
    <nav className="codes" aria-label="Kinds of issues">
      <Link
        to="/quality"
        search={records}
        className="code"
        activeOptions={{ exact: true }}
        aria-current={chosen === undefined}
      >
        <span className="code-count">{total === null ? "…" : formatCount(total)}</span>
        <span className="code-name">All issues</span>
      </Link>
      {counts.map(({ code, severity, count }) => (
        <Link
          key={code}
          to="/quality"
          search={{ ...records, code }}
          className={severity === "ERROR" ? "code is-error" : "code is-warning"}
          activeOptions={{ exact: true }}
          aria-current={chosen === code}
        >
          <span className="code-count">{formatCount(count)}</span>
          <span className="code-name">{codeNames[code]}</span>
          <span className="code-severity">{severity === "ERROR" ? "error" : "warning"}</span>
        </Link>
      ))}
    </nav>
  );
}
