import { useState } from "react";
import { type CombinedError, useQuery } from "urql";
import { graphql } from "./schema.ts";

const TagSearchQuery = graphql(`
  query TagSearch($words: String!, $after: String) {
    tags(search: $words, first: 20, after: $after) {
      totalCount
      nodes {
        id
        name
        data { terminal { name } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Searches all tags of the project, and lists each with the terminal that its additional data names. */
export function TagSearch() {
  const [words, setWords] = useState("");
  // One cursor for each page after the first, up to the page shown. A cursor is valid for one search only.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const variables = { words, after: cursors.at(-1) ?? null };
  const [{ data, error, fetching }] = useQuery({ query: TagSearchQuery, variables });

  return (
    <>
      <search>
        <form
          action={(form) => {
            setWords(String(form.get("words")));
            setCursors([]);
          }}
        >
          <input type="search" name="words" aria-label="Search for tags" />
          <button type="submit">Search</button>
        </form>
      </search>
      {error && <p role="alert">{explainError(error)}</p>}
      <p role="status">{fetching ? "Loading…" : data?.tags && countTags(data.tags.totalCount)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Tag</th>
            <th scope="col">Terminal</th>
          </tr>
        </thead>
        <tbody>
          {data?.tags?.nodes.map(
            (tag) =>
              tag && (
                <tr key={tag.id}>
                  <td>{tag.name}</td>
                  <td>{tag.data?.terminal?.name ?? "–"}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
      <p>
        {cursors.length > 0 && (
          <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
            Back
          </button>
        )}
        {data?.tags?.pageInfo.hasNextPage && (
          <button
            type="button"
            onClick={() => setCursors([...cursors, data.tags?.pageInfo.endCursor ?? ""])}
          >
            Next
          </button>
        )}
      </p>
    </>
  );
}

/** The count is null if it could not be found out. Then an error says why. */
function countTags(totalCount: number | null): string {
  return totalCount === null ? "Number of tags unknown" : `${totalCount} tags`;
}

/** Explains an error to the user, by its code: codes are stable, but messages can change. */
function explainError({ graphQLErrors: [first], networkError, message }: CombinedError): string {
  if (networkError) return "The gateway cannot be reached.";
  // The error names a list that could not be read whole.
  if (first?.extensions["list"]) return "Some tags may be missing. Try again in a moment.";
  switch (first?.extensions["code"]) {
    case "UNAUTHENTICATED":
    case "FORBIDDEN":
      return "The registry refuses this key.";
    case "REGISTRY_UNAVAILABLE":
    case "REGISTRY_TIMEOUT":
      return "The registry does not answer. Try again in a moment.";
    default:
      return first?.message ?? message;
  }
}
