import { createHash } from "node:crypto";
import type { Operation } from "./write-document.ts";

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type MediaType = "application/json" | "application/graphql-response+json";

export interface RequestForm {
  readonly name: string;
  readonly answeredAs: MediaType;
  readonly isExplained?: boolean;
  /** Whether the document is sent by its hash, as a persisted query. */
  readonly isPersisted?: boolean;
  /** The requests to send in turn. The response to the last one is the operation's. */
  readonly requests: (operation: Operation) => readonly HttpRequest[];
}

const graphqlResponse = "application/graphql-response+json";

const accepts = {
  apollo: "application/graphql-response+json,application/json;q=0.9",
  urql: "application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed",
} as const;

const apolloExtensions = { clientLibrary: { name: "@apollo/client", version: "4.3.8" } };

export const clientForms: readonly RequestForm[] = [
  {
    name: "Apollo Client",
    answeredAs: graphqlResponse,
    requests: ({ query, operationName, variables = {} }) => [
      post(
        { operationName, variables, extensions: apolloExtensions, query },
        { accept: accepts.apollo },
      ),
    ],
  },
  {
    name: "urql",
    answeredAs: graphqlResponse,
    requests: ({ query, operationName, variables = {} }) => [
      post({ operationName, query, variables }, { accept: accepts.urql }),
    ],
  },
  {
    name: "a script",
    answeredAs: "application/json",
    requests: (operation) => [post(operation, { accept: "application/json" })],
  },
];

export const otherForms: readonly RequestForm[] = [
  {
    name: "a script that accepts anything",
    answeredAs: "application/json",
    requests: (operation) => [post(operation, {})],
  },
  {
    name: "a script with members in another order, and null for absent ones",
    answeredAs: "application/json",
    requests: ({ query, operationName = null, variables = null }) => [
      post({ extensions: null, variables, operationName, query }, { accept: "*/*" }),
    ],
  },
  {
    name: "urql by GET",
    answeredAs: graphqlResponse,
    requests: (operation) => [get(operation, { accept: accepts.urql })],
  },
  {
    name: "a script by GET",
    answeredAs: "application/json",
    requests: (operation) => [get(operation, { accept: "application/json" })],
  },
  {
    name: "a script that asks for the cost",
    answeredAs: "application/json",
    isExplained: true,
    requests: (operation) => [
      post(operation, { accept: "application/json", "x-tapgraph-explain": "1" }),
    ],
  },
];

/** Automatic persisted queries: the hash alone, the hash with the document, and the hash again. */
export const persistedForms: readonly RequestForm[] = [
  {
    name: "a script by a persisted query",
    answeredAs: "application/json",
    isPersisted: true,
    requests: (operation) => {
      const { query, ...others } = operation;
      const extensions = persistedQuery(query);
      const hash = post({ ...others, extensions }, {});
      return [hash, post({ ...operation, extensions }, {}), hash];
    },
  },
  {
    name: "Apollo Client by a persisted query",
    answeredAs: graphqlResponse,
    isPersisted: true,
    requests: ({ query, operationName, variables = {} }) => {
      const extensions = { ...apolloExtensions, ...persistedQuery(query) };
      const headers = { accept: accepts.apollo };
      const hash = post({ operationName, variables, extensions }, headers);
      return [hash, post({ operationName, variables, extensions, query }, headers), hash];
    },
  },
  {
    name: "Apollo Client by a persisted query over GET",
    answeredAs: graphqlResponse,
    isPersisted: true,
    requests: (operation) => {
      const { query, ...others } = operation;
      const extensions = { ...apolloExtensions, ...persistedQuery(query) };
      const headers = { accept: accepts.apollo };
      const hash = get({ ...others, extensions }, headers);
      return [hash, get({ ...operation, extensions }, headers), hash];
    },
  },
];

function persistedQuery(query: string) {
  const sha256Hash = createHash("sha256").update(query).digest("hex");
  return { persistedQuery: { version: 1, sha256Hash } };
}

function post(body: object, headers: Readonly<Record<string, string>>): HttpRequest {
  return {
    method: "POST",
    path: "/graphql",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

/** Maximum length of a GET's path. A longer one is sent by POST instead, as clients do. */
const maxPathLength = 8_000;

function get(members: object, headers: Readonly<Record<string, string>>): HttpRequest {
  const parameters = Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
  const path = `/graphql?${new URLSearchParams(parameters)}`;
  if (path.length > maxPathLength) return post(members, headers);
  return { method: "GET", path, headers, body: null };
}
