import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from "@apollo/client";
import { ErrorLink } from "@apollo/client/link/error";
import { fetchListening } from "./quiet.ts";

/**
 * A client of the gateway behind `/graphql` of this page's origin. The key goes along as a header; null is for a session
 * that the server in front knows by its cookie.
 * @param onFailure called with each failure, whoever asked.
 */
export function createClient(
  key: string | null,
  onFailure: (error: unknown) => void,
): ApolloClient {
  const watchFailures = new ErrorLink(({ error }) => onFailure(error));
  const http = new HttpLink({
    uri: "/graphql",
    fetch: fetchListening,
    headers: key === null ? {} : { "x-api-key": key },
  });
  return new ApolloClient({
    link: ApolloLink.from([watchFailures, http]),
    cache: new InMemoryCache({
      possibleTypes: { Node: ["Tag", "Terminal"] },
      typePolicies: {
        // There is one project for a key, and one structure for each kind of record.
        Project: { keyFields: [] },
        AdditionalDataStructure: { keyFields: ["of"] },
        // A change has the id of the record that changed; it is told, and not kept.
        Change: { keyFields: false },
      },
    }),
    defaultOptions: {
      // What was seen before is there at once, and is asked for again: the back button need not wait.
      watchQuery: { fetchPolicy: "cache-and-network" },
    },
  });
}
