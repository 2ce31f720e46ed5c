import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from "@apollo/client";
import { ErrorLink } from "@apollo/client/link/error";
import { fetchWithIdleTimeout } from "./idle-timeout.ts";
import { incompleteListLink } from "./incomplete-lists.tsx";

/**
 * Creates a client of the gateway, which answers `/graphql` on this page's origin. The client sends the token as a header.
 * @param token null if a server in front of the gateway knows the user by a session cookie
 * @param onFailure called with each failed request's error
 */
export function createClient(
  token: string | null,
  onFailure: (error: unknown) => void,
): ApolloClient {
  const watchFailures = new ErrorLink(({ error }) => onFailure(error));
  const http = new HttpLink({
    uri: "/graphql",
    fetch: fetchWithIdleTimeout,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  return new ApolloClient({
    link: ApolloLink.from([incompleteListLink, watchFailures, http]),
    cache: new InMemoryCache({
      possibleTypes: { Node: ["Tag", "Terminal", "Project"] },
      typePolicies: {
        // A token has one project, and each kind of record has one structure.
        Project: { keyFields: [] },
        AdditionalDataStructure: { keyFields: ["of"] },
        // Queries that select different fields of these must not overwrite each other.
        AdditionalDataField: { merge: true },
        TagData: { merge: true },
        TerminalData: { merge: true },
        // A change has the id of the record that changed, so the cache must not keep it under that id.
        Change: { keyFields: false },
      },
    }),
    // What is read again after a change must not share a request from before it.
    queryDeduplication: false,
    defaultOptions: {
      // Cached data is shown while it is read again, so that the back button does not wait. From then on, what another query
      // writes into the cache does not make this one ask once more.
      watchQuery: { fetchPolicy: "cache-and-network", nextFetchPolicy: "cache-first" },
    },
  });
}
