import { graphql, useLazyLoadQuery, usePaginationFragment } from "react-relay";
import type { tagListFragment$key } from "./__generated__/tagListFragment.graphql.ts";
import type { tagListQuery } from "./__generated__/tagListQuery.graphql.ts";

/** The first page of the list. */
export const firstPage = graphql`
  query tagListQuery @throwOnFieldError {
    ...tagListFragment
  }
`;

/** All tags of the project, a page at a time. Render it inside `Suspense` and an error boundary. */
export function TagList({ isRead = true }: { readonly isRead?: boolean }) {
  return <Tags query={useLazyLoadQuery<tagListQuery>(firstPage, {})} isRead={isRead} />;
}

interface TagsProps {
  readonly query: tagListFragment$key;
  /** Whether the first page is complete. While Relay reads it again, `loadNext` does nothing. */
  readonly isRead: boolean;
}

function Tags({ query, isRead }: TagsProps) {
  const { data, hasNext, loadNext } = usePaginationFragment(
    graphql`
      fragment tagListFragment on Query
      @refetchable(queryName: "tagListPaginationQuery")
      @argumentDefinitions(count: { type: "Int", defaultValue: 500 }, cursor: { type: "String" })
      @throwOnFieldError {
        tags(first: $count, after: $cursor) @connection(key: "TagList_tags") {
          totalCount
          edges {
            node {
              id
              name
              data { site condition }
            }
          }
        }
      }
    `,
    query,
  );
  const { edges, totalCount } = data.tags;
  return (
    <>
      <p>
        {edges.length} of {totalCount} tags
      </p>
      <ul>
        {edges.map(({ node }) => (
          <li key={node.id}>
            {[node.name.trim(), node.data.site, node.data.condition].filter(Boolean).join(" · ")}
          </li>
        ))}
      </ul>
      {hasNext && (
        <button type="button" disabled={!isRead} onClick={() => loadNext(500)}>
          More
        </button>
      )}
    </>
  );
}
