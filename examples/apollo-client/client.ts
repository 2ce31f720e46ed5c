import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";

/** A client of the gateway. Records are kept once, by their global `id`; the pages of a list are joined as they come. */
export function createClient(gateway: string, key: string): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({ uri: `${gateway}/graphql`, headers: { "x-api-key": key } }),
    cache: new InMemoryCache({
      typePolicies: {
        Query: { fields: { tags: relayStylePagination(), terminals: relayStylePagination() } },
        // There is one project for a key, so it needs no id.
        Project: { keyFields: [] },
      },
    }),
  });
}
