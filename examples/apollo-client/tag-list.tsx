import { useQuery } from "@apollo/client/react";
import { graphql } from "./__generated__/gql.ts";

const TagListQuery = graphql(`
  query TagList($after: String) {
    tags(first: 500, after: $after) {
      totalCount
      edges { node { id name isActive } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** All tags of the project, a page at a time. */
export function TagList() {
  const { data, error, fetchMore } = useQuery(TagListQuery);
  if (error) return <p role="alert">{error.message}</p>;
  if (!data?.tags) return <p>Loading …</p>;
  const { edges, pageInfo, totalCount } = data.tags;
  const showMore = () => fetchMore({ variables: { after: pageInfo.endCursor } });
  return (
    <>
      <p>
        {edges.length} of {totalCount} tags
      </p>
      <ul>{edges.map(({ node }) => node && <li key={node.id}>{node.name}</li>)}</ul>
      {pageInfo.hasNextPage && (
        <button type="button" onClick={() => void showMore()}>
          More
        </button>
      )}
    </>
  );
}
