import { type ReactNode, useRef } from "react";
import type { Count } from "../parts/count.ts";
import { IncompleteNote } from "../parts/incomplete-note.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { HeadCount } from "./head-count.tsx";
import { useFocusOnPage } from "./use-focus-on-page.ts";

interface ListLayoutProps {
  readonly title: string;
  /** Null if it is not known. */
  readonly count: Count | null;
  readonly isReading: boolean;
  readonly badge: ReactNode;
  readonly search: ReactNode;
  /** Shown between the head and the list. */
  readonly board?: ReactNode;
  readonly facets: ReactNode;
  readonly sheet: ReactNode;
  readonly chosen: ReactNode;
  /** What screen readers say when the list changes. */
  readonly announcement: string;
  /** The cursor of the page. When it changes, the start of the list takes the focus. */
  readonly place: string | undefined;
  readonly children: ReactNode;
}

/** A page with a list: its head, its filters, and the list itself. */
export function ListLayout(props: ListLayoutProps) {
  return (
    <>
      <header className="list-head">
        <PageTitle title={props.title}>
          <HeadCount count={props.count} isReading={props.isReading} />
        </PageTitle>
        {props.badge}
        <div className="list-tools">
          {props.search}
          {props.sheet}
        </div>
      </header>
      <IncompleteNote />
      {props.board}
      <div className="list-body">
        <aside className="facet-side" aria-label="Filters">
          {props.facets}
        </aside>
        <Results title={props.title} place={props.place}>
          {props.chosen}
          {props.children}
        </Results>
      </div>
      <p className="unseen" role="status">
        {props.announcement}
      </p>
    </>
  );
}

function Results({
  title,
  place,
  children,
}: {
  readonly title: string;
  readonly place: string | undefined;
  readonly children: ReactNode;
}) {
  const results = useRef<HTMLElement>(null);
  useFocusOnPage(results, place);
  return (
    <section
      className="results"
      aria-label={`List of ${title.toLowerCase()}`}
      ref={results}
      tabIndex={-1}
    >
      {children}
    </section>
  );
}
