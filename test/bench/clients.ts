import { Kind, parse, print, type SelectionSetNode, visit } from "graphql";
import type { GraphqlRequest, HttpRequest } from "./dialects/dialect.ts";

/** The clients whose GraphQL requests can be sent. */
export const clientNames = ["apollo", "browser", "plain"] as const;

/** The name of such a client. */
export type ClientName = (typeof clientNames)[number];

/** The exchange as this client sends it. A REST exchange stays as it is. */
export function dressAs(client: ClientName, exchange: HttpRequest): HttpRequest {
  const { graphql } = exchange;
  return graphql === undefined ? exchange : { ...exchange, ...dresses[client](graphql) };
}

const plainHeaders = { accept: "application/json" };

const apolloHeaders = { accept: "application/graphql-response+json,application/json;q=0.9" };

const browserHeaders = {
  ...apolloHeaders,
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-GB,en;q=0.9",
  origin: "https://app.example",
  priority: "u=1, i",
  referer: "https://app.example/",
  "sec-ch-ua": '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  "sec-ch-ua-mobile": "?0",
  "sec-ch-ua-platform": '"Linux"',
  "sec-fetch-dest": "empty",
  "sec-fetch-mode": "cors",
  "sec-fetch-site": "cross-site",
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
};

const dresses: Readonly<Record<ClientName, (request: GraphqlRequest) => Partial<HttpRequest>>> = {
  plain: () => ({ headers: plainHeaders }),
  apollo: (request) => ({ headers: apolloHeaders, ...toApollo(request) }),
  // The response is compressed, so no text can be found in it.
  browser: (request) => ({ headers: browserHeaders, ...toApollo(request), mark: null }),
};

/** The body as Apollo Client 4 writes it, with its members in the same order. */
function toApollo({ query, variables }: GraphqlRequest): Partial<HttpRequest> {
  const { text, operationName } = transform(query);
  const extensions = { clientLibrary: { name: "@apollo/client", version: "4.3.8" } };
  const body = JSON.stringify({ operationName, variables, extensions, query: text });
  return { body, hasTypenames: true };
}

interface Transformed {
  readonly text: string;
  /** Undefined if the operation has no name. */
  readonly operationName: string | undefined;
}

/** A cache, because a scenario sends the same query thousands of times. */
const transformed = new Map<string, Transformed>();

/** The query as Apollo prints it, with `__typename` in every selection set except the operation's own. */
function transform(query: string): Transformed {
  const known = transformed.get(query);
  if (known !== undefined) return known;
  const document = visit(parse(query, { noLocation: true }), {
    SelectionSet: {
      leave: (set, _, parent) =>
        parent && "kind" in parent && parent.kind === Kind.OPERATION_DEFINITION
          ? undefined
          : withTypename(set),
    },
  });
  const [operation] = document.definitions;
  const operationName =
    operation?.kind === Kind.OPERATION_DEFINITION ? operation.name?.value : undefined;
  const result = { text: print(document), operationName };
  transformed.set(query, result);
  return result;
}

function withTypename(set: SelectionSetNode): SelectionSetNode {
  const name = { kind: Kind.NAME, value: "__typename" } as const;
  return { ...set, selections: [...set.selections, { kind: Kind.FIELD, name }] };
}
