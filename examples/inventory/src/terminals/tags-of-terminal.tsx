import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { graphql } from "../../__generated__/gql.ts";
import type { TagsOfTerminalQuery } from "../../__generated__/graphql.ts";
import { writeChosen } from "../address/list-search.ts";
import { firstPage } from "../address/page-search.ts";
import { isOfIncompleteList } from "../gateway/failure.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { Pager, type Place } from "../list/pager.tsx";
import { SearchBox } from "../list/search-box.tsx";
import { useFocusOnPage } from "../list/use-focus-on-page.ts";
import { attempt, Boundary } from "../parts/boundary.tsx";
import { Coil } from "../parts/coil.tsx";
import { formatCounted } from "../parts/count.ts";
import { FailureLine } from "../parts/failure-view.tsx";
import { IncompleteNote } from "../parts/incomplete-note.tsx";
import { toTitle } from "../parts/name.ts";
import { terminalDimension } from "../tags/tag-filter.ts";

const TagsQuery = graphql(`
  query TagsOfTerminal(
    $id: ID!
    $search: String
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    terminal(id: $id) {
      id
      linkedTags(search: $search, first: $first, after: $after, last: $last, before: $before) {
        totalCount
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        nodes { id tagId name isActive }
      }
    }
  }
`);

/** How many tags are on a page. */
const size = 10;

/** The tags that name a terminal, with their number, a search, and pages. */
export function TagsOfTerminal({ terminalId }: { readonly terminalId: string }) {
  const [words, setWords] = useState("");
  const [place, setPlace] = useState<Place>(firstPage);
  const { after, before } = place;
  const { data, failure, isLoading, isPrevious, retry } = useStrictQuery(TagsQuery, {
    id: terminalId,
    search: words,
    ...(before === undefined ? { first: size, after } : { last: size, before }),
  });
  const tags = attempt(() => data?.terminal?.linkedTags);
  const problem = tags.failure ?? (data === undefined ? failure : undefined);
  const { value: count, failure: countFailure } = attempt(() => tags.value?.totalCount);
  const isUncounted = isOfIncompleteList(countFailure);
  const isSearched = words !== "";
  const hasPages = (count ?? 0) > size || isUncounted || place.page !== undefined;
  return (
    <section aria-labelledby="tags">
      <h2 id="tags">Tags of this terminal</h2>
      {problem !== undefined && <FailureLine failure={problem} onRetry={retry} />}
      <IncompleteNote />
      {(hasPages || isSearched) && (
        <SearchBox
          label="Search the tags of this terminal"
          placeholder="Name, place, id, note…"
          text={words}
          onSearch={(text) => {
            setWords(text);
            setPlace(firstPage);
          }}
        />
      )}
      <p className="tag-count" role="status">
        {count !== undefined && !isLoading && describe(count, isSearched)}
      </p>
      {tags.value && (
        <Boundary of={tags.value} fallback={(error) => <FailureLine failure={error} />}>
          <TagLines
            tags={tags.value}
            isUncounted={isUncounted}
            isPrevious={isPrevious}
            place={after ?? before}
          />
          <Pager
            page={place.page ?? 1}
            size={size}
            count={count === undefined ? null : { value: count, isExact: true }}
            connection={tags.value}
            isPrevious={isPrevious}
            onGo={setPlace}
          />
        </Boundary>
      )}
      {hasPages && !isSearched && <AllTags terminalId={terminalId} count={count} />}
    </section>
  );
}

function describe(count: number, isSearched: boolean): string {
  if (count > 0) return `${formatCounted(count, "tag")}${isSearched ? " found" : ""}`;
  return isSearched ? "None of its tags matches." : "No tag names this terminal.";
}

interface TagLinesProps {
  readonly tags: NonNullable<TagsOfTerminalQuery["terminal"]>["linkedTags"];
  readonly isUncounted: boolean;
  /** Whether they are still those of another page. */
  readonly isPrevious: boolean;
  /** The cursor of the page. */
  readonly place: string | undefined;
}

function TagLines({ tags: { nodes }, isUncounted, isPrevious, place }: TagLinesProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusOnPage(list, place);
  if (isUncounted && nodes.length === 0) {
    return <p className="none">None of the tags that were read names this terminal.</p>;
  }
  return (
    <ul className="tag-lines" ref={list} tabIndex={-1} aria-busy={isPrevious}>
      {nodes.map(({ id, tagId, name, isActive }) => (
        <li key={id}>
          <Link to="/tags/$tagId" params={{ tagId }}>
            <Coil id={tagId} isActive={isActive} size={24} />
            {toTitle(name, tagId)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface AllTagsProps {
  readonly terminalId: string;
  /** Undefined if it is not known. */
  readonly count: number | undefined;
}

/** Links to the list of tags, filtered by the terminal. */
function AllTags({ terminalId, count }: AllTagsProps) {
  const chosen = new Map([[terminalDimension, [terminalId]]]);
  return (
    <Link to="/tags" search={{ is: writeChosen(chosen) ?? [] }}>
      All {count === undefined ? "tags of this terminal" : formatCounted(count, "tag")}
    </Link>
  );
}
