import { firstPage } from "../address/page-search.ts";
import { type Count, formatCount } from "../parts/count.ts";

/** The number of records on a page of a list. */
export const pageSize = 25;

/** The part of a list's address that names a page. */
export interface Place {
  readonly after: string | undefined;
  readonly before: string | undefined;
  readonly page: number | undefined;
}

/** Whether a page has neighbours, and its cursors. */
export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

interface PagerProps {
  readonly page: number;
  /** How many records a page has. @default pageSize */
  readonly size?: number;
  /** Null if it is not known. */
  readonly count: Count | null;
  readonly connection: { readonly pageInfo: PageInfo };
  /** Whether the rows are still those of the page before. Then the buttons wait for the next page. */
  readonly isPrevious: boolean;
  readonly onGo: (place: Place) => void;
  /** Whether the list also has pages by number. @default false */
  readonly hasNumbers?: boolean;
}

/** The buttons for a list's previous and next page, and perhaps a box for a page's number. */
export function Pager(props: PagerProps) {
  const { page, size = pageSize, count, connection, isPrevious, onGo, hasNumbers } = props;
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = connection.pageInfo;
  const pages = count?.isExact ? Math.max(1, Math.ceil(count.value / size)) : null;
  if (!hasNextPage && !hasPreviousPage && page === 1) return null;
  // The first page is read without a cursor, so that records added before the old first page are on it.
  const previous =
    page <= 2 ? firstPage : { after: undefined, before: startCursor ?? undefined, page: page - 1 };
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
      {hasNumbers && pages !== null && pages > 2 && (
        <PageNumber key={page} page={page} pages={pages} onGo={onGo} />
      )}
    </nav>
  );
}

interface PageNumberProps extends Pick<PagerProps, "page" | "onGo"> {
  readonly pages: number;
}

/** A box for a page's number. It goes there without walking through the pages between. */
function PageNumber({ page, pages, onGo }: PageNumberProps) {
  return (
    <form
      className="pager-number"
      onSubmit={(event) => {
        event.preventDefault();
        const number = Number(new FormData(event.currentTarget).get("page"));
        if (Number.isSafeInteger(number) && number >= 1 && number <= pages && number !== page)
          onGo({ ...firstPage, page: number === 1 ? undefined : number });
      }}
    >
      <label>
        Go to page
        <input
          name="page"
          type="number"
          inputMode="numeric"
          min={1}
          max={pages}
          required
          defaultValue={page}
        />
      </label>{" "}
      <button type="submit">Go</button>
    </form>
  );
}
