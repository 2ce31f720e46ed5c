import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client";
import { Client, cacheExchange, subscriptionExchange } from "@urql/core";
import { createClient } from "graphql-sse";
import type { ChangesSubscription, ChangesSubscriptionVariables } from "./__generated__/graphql.ts";
import { ChangesDocument } from "./documents.ts";

type Change = ChangesSubscription["changes"];

/** Where a client listens, with which key, and to which lists. */
export interface Subscription {
  readonly url: string;
  readonly key: string;
  readonly of: ChangesSubscriptionVariables["of"];
}

/** How each client subscribes to changes, by the client's name. Cancelling the stream unsubscribes. */
export const listeningClients = {
  "Apollo Client over multipart": listenByApollo,
  "urql over SSE through graphql-sse": listenByUrql,
} as const;

function listenByApollo({ url, key, of }: Subscription): ReadableStream<Change> {
  const link = new HttpLink({ uri: `${url}/graphql`, headers: { "x-api-key": key } });
  // Without these types, the cache would guess which fragments on the interface match, and warn.
  const cache = new InMemoryCache({ possibleTypes: { Node: ["Tag", "Terminal", "Project"] } });
  const client = new ApolloClient({ link, cache });
  const results = client.subscribe({ query: ChangesDocument, variables: { of } });
  return toStream((sink) => {
    const subscription = results.subscribe({
      next: ({ data, error }) => (data ? sink.next(data.changes) : sink.error(error)),
      error: sink.error,
      complete: sink.complete,
    });
    return () => subscription.unsubscribe();
  });
}

function listenByUrql({ url, key, of }: Subscription): ReadableStream<Change> {
  const events = createClient({ url: `${url}/graphql`, headers: { "x-api-key": key } });
  const exchange = subscriptionExchange({
    forwardSubscription: ({ query = "", variables = {} }) => ({
      subscribe: (sink) => ({ unsubscribe: events.subscribe({ query, variables }, sink) }),
    }),
  });
  const client = new Client({ url: `${url}/graphql`, exchanges: [cacheExchange, exchange] });
  const results = client.subscription(ChangesDocument, { of });
  return toStream((sink) => {
    const { unsubscribe } = results.subscribe(({ data, error }) =>
      data ? sink.next(data.changes) : sink.error(error),
    );
    return unsubscribe;
  });
}

interface Sink {
  readonly next: (change: Change) => void;
  readonly error: (error: unknown) => void;
  readonly complete: () => void;
}

function toStream(subscribe: (sink: Sink) => () => void): ReadableStream<Change> {
  let unsubscribe = () => {};
  return new ReadableStream({
    start(controller) {
      unsubscribe = subscribe({
        next: (change) => controller.enqueue(change),
        error: (error) => controller.error(error),
        complete: () => controller.error(new Error("the subscription is complete")),
      });
    },
    cancel: () => unsubscribe(),
  });
}
