import { createClient } from "graphql-sse";
import {
  Environment,
  type GraphQLResponse,
  type GraphQLSingularResponse,
  Network,
  Observable,
  RecordSource,
  type RequestParameters,
  Store,
  type Variables,
} from "relay-runtime";

interface GatewayError {
  readonly extensions?: { readonly code?: string };
}

const refusals: readonly (string | undefined)[] = ["UNAUTHENTICATED", "FORBIDDEN"];

/** Creates a Relay environment that queries the gateway. */
export function createEnvironment(gateway: string, key: string): Environment {
  const url = `${gateway}/graphql`;
  return new Environment({
    network: Network.create(
      async ({ text }, variables) => {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", "x-api-key": key },
          body: JSON.stringify({ query: text, variables }),
        });
        return checkKey(await response.json());
      },
      (request, variables) => subscribe({ url, key }, request, variables),
    ),
    store: new Store(new RecordSource()),
    // A change has the id of the record that changed, so the store must not keep the change itself under that id.
    getDataID: ({ id }, typename) => (typename === "Change" ? null : id),
  });
}

/**
 * Returns the response as it is.
 * @throws Error if the registry refused the key, because then no part of the response is worth showing
 */
function checkKey(response: GraphQLSingularResponse): GraphQLSingularResponse {
  const { errors = [] } = response as { readonly errors?: readonly GatewayError[] };
  const isRefused = errors.some(({ extensions }) => refusals.includes(extensions?.code));
  if (isRefused) throw new Error("The registry refuses this key.");
  return response;
}

/** The results of a subscription. It resumes after the last event when a connection is lost, so no event is missed or repeated. */
function subscribe(
  { url, key }: { readonly url: string; readonly key: string },
  { text }: RequestParameters,
  variables: Variables,
): Observable<GraphQLResponse> {
  return Observable.create((sink) => {
    let cursor: string | null = null;
    const client = createClient({
      url,
      // Called for each connection.
      headers: () => ({ "x-api-key": key, ...(cursor && { "last-event-id": cursor }) }),
    });
    return client.subscribe<{ readonly changes: { readonly cursor: string } }>(
      { query: text ?? "", variables },
      {
        next(result) {
          cursor = result.data?.changes.cursor ?? cursor;
          sink.next(result as GraphQLResponse);
        },
        error: (error) => sink.error(error as Error),
        complete: sink.complete,
      },
    );
  });
}
