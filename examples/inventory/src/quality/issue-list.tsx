import { useNavigate } from "@tanstack/react-router";
import { Pager } from "../list/pager.tsx";
import { Boundary } from "../parts/boundary.tsx";
import { formatCounted } from "../parts/count.ts";
import { FailureLine } from "../parts/failure-view.tsx";
import { passFocus } from "../shell/pass-focus.ts";
import { IssueTable } from "./issue-table.tsx";
import { codeNames, type QualitySearch } from "./quality-search.ts";
import type { Ticks } from "./ticks.ts";
import type { Quality } from "./use-quality.ts";

interface IssueListProps {
  readonly search: QualitySearch;
  readonly quality: Quality;
  readonly ticks: Ticks;
}

/** The issues that the address asks for, one page at a time, with a checkbox to tick each off. */
export function IssueList({ search, quality, ticks }: IssueListProps) {
  const { page, issues, count, isLoading, isPrevious } = quality;
  const navigate = useNavigate();
  if (count?.value === 0) return count.isExact ? <NoIssues code={search.code} /> : <NoneFound />;
  return (
    <>
      <Progress ticks={ticks} />
      <IssueTable issues={issues} ticks={ticks} isBusy={isLoading || issues === undefined} />
      {page && (
        <Boundary of={page} fallback={(failure) => <FailureLine failure={failure} />}>
          <Pager
            page={search.page ?? 1}
            count={count}
            connection={page}
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
        </Boundary>
      )}
    </>
  );
}

function NoIssues({ code }: { readonly code: QualitySearch["code"] }) {
  const [title, text] =
    code === undefined
      ? ["Nothing to fix", "Nothing here contradicts the project's structure."]
      : ["No issue of this kind", `There are no issues of the kind “${codeNames[code]}”.`];
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      <p>{text}</p>
    </div>
  );
}

function NoneFound() {
  return (
    <div className="empty">
      <p className="empty-title">No issue in the records that were read</p>
    </div>
  );
}

function Progress({ ticks }: { readonly ticks: Ticks }) {
  if (ticks.count === 0) {
    return (
      <p className="progress-line">
        Tick off issues as you deal with them. An issue disappears once its record is corrected in
        the registry.
      </p>
    );
  }
  return (
    <p className="progress-line">
      {formatCounted(ticks.count, "issue")} ticked off in this tab.{" "}
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
    </p>
  );
}
