import { Client, cacheExchange, fetchExchange } from "urql";

/** A client of the gateway for one key. It keeps the key and its cache in memory only, so both are gone when it is dropped. */
export function createClient(key: string): Client {
  return new Client({
    url: "/graphql",
    exchanges: [cacheExchange, fetchExchange],
    fetchOptions: { headers: { "x-api-key": key } },
    // A URL with the search terms would end up in proxy logs.
    preferGetMethod: false,
  });
}
