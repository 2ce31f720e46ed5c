import { Environment, Network, RecordSource, Store } from "relay-runtime";

/** A Relay environment over the gateway. */
export function createEnvironment(gateway: string, key: string): Environment {
  return new Environment({
    network: Network.create(async ({ text }, variables) => {
      const response = await fetch(`${gateway}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({ query: text, variables }),
      });
      return response.json();
    }),
    store: new Store(new RecordSource()),
  });
}
