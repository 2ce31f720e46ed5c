import { scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { useMemo } from "react";
import { graphql } from "../../__generated__/gql.ts";
import { type Choose, type Chosen, choose } from "../address/list-search.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { formatMonth } from "../list/dimensions.ts";
import { attempt } from "../parts/boundary.tsx";
import { formatCount, formatCounted } from "../parts/count.ts";
import { FailureLine } from "../parts/failure-view.tsx";
import { addedDimension, toTagFilter } from "./tag-filter.ts";

/** How many months the chart shows, up to the last that has a tag. */
const maxMonths = 24;

const AddedQuery = graphql(`
  query TagsAdded($search: String, $filter: TagFilter) {
    tags(first: 0, search: $search, filter: $filter) {
      facets(by: [{ field: ADDED_AT, every: MONTH }]) {
        values { fromAt count selected }
      }
    }
  }
`);

interface AddedBoardProps {
  readonly search: string | null;
  readonly chosen: Chosen;
  readonly onChoose: Choose;
}

/** How many tags were added in each month, as columns. Pressing one filters the list by it. */
export function AddedBoard({ search, chosen, onChoose }: AddedBoardProps) {
  const filter = useMemo(() => toTagFilter(chosen), [chosen]);
  const { data, failure, isPrevious, retry } = useStrictQuery(AddedQuery, { search, filter });
  const facet = attempt(() => data?.tags.facets?.[0]);
  const problem = facet.failure ?? (data === undefined ? failure : undefined);
  if (problem) {
    return (
      <section className="board" aria-label="Tags added by month">
        <FailureLine failure={problem} onRetry={retry} />
      </section>
    );
  }
  const months = (facet.value?.values ?? [])
    .flatMap(({ fromAt, count }) => (fromAt === null ? [] : [{ month: fromAt.slice(0, 7), count }]))
    .slice(-maxMonths);
  // One month alone has nothing to compare.
  if (months.length < 2) return null;
  const height = scaleLinear({
    domain: [0, Math.max(...months.map(({ count }) => count), 1)],
    range: [0, 100],
  });
  const [pressed] = chosen.get(addedDimension) ?? [];
  return (
    <section className="board added" aria-label="Tags added by month" aria-busy={isPrevious}>
      <h2>Added by month</h2>
      <ul>
        {months.map(({ month, count }) => (
          <li key={month}>
            <button
              type="button"
              className="month"
              aria-pressed={month === pressed}
              title={`${formatMonth(month)}: ${formatCounted(count, "tag")}`}
              onClick={() =>
                onChoose((latest) =>
                  choose(latest, addedDimension, month === pressed ? [] : [month]),
                )
              }
            >
              <span className="unseen">
                {formatMonth(month)}: {formatCounted(count, "tag")}
              </span>
              <span className="month-count" aria-hidden="true">
                {formatCount(count)}
              </span>
              <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
                <Bar
                  className="month-bar"
                  width={10}
                  y={100 - height(count)}
                  height={height(count)}
                />
              </svg>
              <span className="month-name" aria-hidden="true">
                {month.slice(2).replace("-", "/")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
