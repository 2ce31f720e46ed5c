import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from "@apollo/client";
import { ErrorLink } from "@apollo/client/link/error";
import { isRefusal } from "./failure.ts";
import { fetchListening } from "./quiet.ts";

/** What the application does when the gateway refuses the key, with the error that says so. */
export type OnRefused = (error: unknown) => void;

/**
 * A client of the gateway behind `/graphql` of this page's origin. The key goes along as a header; null is for a session
 * that the server in front knows by its cookie.
 */
export function createClient(key: string | null, onRefused: OnRefused): ApolloClient {
  const watchForRefusals = new ErrorLink(({ error }) => {
    if (isRefusal(error)) onRefused(error);
  });
  const http = new HttpLink({
    uri: "/graphql",
    fetch: fetchListening,
    headers: key === null ? {} : { "x-api-key": key },
  });
  return new ApolloClient({
    link: ApolloLink.from([watchForRefusals, http]),
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
