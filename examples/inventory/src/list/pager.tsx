import { formatCount } from "../parts/count.ts";

/** How many records a page of a list has. */
export const pageSize = 25;

/** The part of a list's address that is its place. */
export interface Place {
  readonly after: string | undefined;
  readonly before: string | undefined;
  readonly page: number | undefined;
}

interface PagerProps {
  readonly page: number;
  /** Null: it could not be told. */
  readonly totalCount: number | null;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  /** Whether the page that is shown is still the one before: no way leads on from there. */
  readonly isPrevious: boolean;
  readonly onGo: (place: Place) => void;
}

/** The ways to a list's other pages. */
export function Pager({ page, totalCount, pageInfo, isPrevious, onGo }: PagerProps) {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  const pages = totalCount === null ? null : Math.max(1, Math.ceil(totalCount / pageSize));
  if (!hasNextPage && !hasPreviousPage && page === 1) return null;
  // The first page has no cursor: records that came before it since are on it.
  const previous =
    page <= 2
      ? { after: undefined, before: undefined, page: undefined }
      : { after: undefined, before: startCursor ?? undefined, page: page - 1 };
  const next = { after: endCursor ?? undefined, before: undefined, page: page + 1 };
  return (
    <nav className="pager" aria-label="Pages">
      <button
        type="button"
        disabled={isPrevious || !hasPreviousPage}
        onClick={() => onGo(previous)}
      >
        ← Previous
      </button>
      <span className="pager-place">
        Page {formatCount(page)}
        {pages !== null && ` of ${formatCount(Math.max(pages, page))}`}
      </span>
      <button type="button" disabled={isPrevious || !hasNextPage} onClick={() => onGo(next)}>
        Next →
      </button>
    </nav>
  );
}
