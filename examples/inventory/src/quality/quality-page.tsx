import { Link, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { readCode } from "../gateway/failure.ts";
import { useSession } from "../gateway/session.tsx";
import { ChangesBadge } from "../list/changes-badge.tsx";
import { HeadCount } from "../list/head-count.tsx";
import { formatCounted } from "../parts/count.ts";
import { FailureLine, FailureView } from "../parts/failure-view.tsx";
import { IncompleteNote } from "../parts/incomplete-note.tsx";
import { StaleNote } from "../parts/stale-note.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { Codes } from "./codes.tsx";
import { IssueList } from "./issue-list.tsx";
import { type QualitySearch, readQualitySearch } from "./quality-search.ts";
import { useTicks } from "./ticks.ts";
import { type Quality, useQuality } from "./use-quality.ts";

/** The project's data quality, as a list of issues to work through. */
export function QualityPage() {
  const found = useSearch({ from: "/quality" });
  // The router keeps values that `validateSearch` leaves out.
  const search = useMemo(() => readQualitySearch({ ...found }), [found]);
  const quality = useQuality(search);
  const ticks = useTicks(useSession().projectId);
  const { problem, failure, count, counts, countsFailure, isReading, retry } = quality;
  return (
    <>
      <header className="list-head">
        <PageTitle title="Data quality">
          <HeadCount count={problem === undefined ? count : null} isReading={isReading} />
        </PageTitle>
        <ChangesBadge subject={search.of === "terminals" ? "Terminal" : "Tag"} shown={null} />
        <SubjectSwitch of={search.of} />
      </header>
      <IncompleteNote />
      {problem === undefined ? (
        <>
          <StaleNote failure={failure} onRetry={retry} />
          {countsFailure === undefined ? (
            <Codes of={search.of} chosen={search.code} counts={counts} />
          ) : (
            <FailureLine failure={countsFailure} onRetry={retry} />
          )}
          <IssueList search={search} quality={quality} ticks={ticks} />
          <p className="unseen" role="status">
            {announce(quality)}
          </p>
        </>
      ) : (
        <Problem failure={problem} onRetry={retry} />
      )}
    </>
  );
}

function SubjectSwitch({ of }: { readonly of: QualitySearch["of"] }) {
  return (
    <nav className="switch" aria-label="Kind of record">
      <Link
        to="/quality"
        search={{}}
        activeOptions={{ exact: true }}
        aria-current={of === undefined ? "page" : undefined}
      >
        Tags
      </Link>
      <Link
        to="/quality"
        search={{ of: "terminals" }}
        activeOptions={{ exact: true }}
        aria-current={of === "terminals" ? "page" : undefined}
      >
        Terminals
      </Link>
    </nav>
  );
}

interface ProblemProps {
  readonly failure: unknown;
  readonly onRetry: () => void;
}

function Problem({ failure, onRetry }: ProblemProps) {
  if (readCode(failure) !== "BAD_USER_INPUT") {
    return <FailureView failure={failure} onRetry={onRetry} />;
  }
  return (
    <>
      <FailureView failure={failure} />
      <Link to="/quality" search={{}} className="after-failure">
        Show all issues
      </Link>
    </>
  );
}

/** What screen readers say when the list changes. */
function announce({ isReading, isLoading, count }: Quality): string {
  if (isReading) return "Loading the issues…";
  if (isLoading || count === null) return "";
  return `${formatCounted(count.value, "issue")}${count.isExact ? "" : " or more"}`;
}
