import { isDeepStrictEqual } from "node:util";
import { Kind, parse, print, visit } from "graphql";
import type { LoadRequest } from "../harness/load.ts";
import { benchKey } from "../harness/records.ts";
import type { Exchange } from "./dialects/dialect.ts";

/** How a request goes over the wire. Those in GraphQL are sent as Apollo Client 4 sends them. */
interface WireRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request, and the string by which its response is checked under load. */
export function toLoadRequest(exchange: Exchange): LoadRequest {
  const { method, path, headers, body } = toWire(exchange);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${lines.join("")}${length}\r\n`;
  return { bytes: Buffer.from(head + body), mark: exchange.mark };
}

/** Sends one request, and throws unless the whole response is right. */
export async function checkResponse(url: string, exchange: Exchange): Promise<void> {
  const { method, path, headers, body } = toWire(exchange);
  const response = await fetch(url + path, {
    method,
    headers,
    ...(method === "POST" && { body }),
  });
  const text = await response.text();
  const result = JSON.parse(text, "query" in exchange ? withoutTypename : undefined);
  if (response.status !== 200 || !isDeepStrictEqual(result, exchange.response())) {
    throw new Error(`A wrong response: ${response.status} ${text.slice(0, 400)}`);
  }
}

function toWire(exchange: Exchange): WireRequest {
  const headers = { "content-type": "application/json", "x-api-key": benchKey };
  if (!("query" in exchange)) return { method: "GET", path: exchange.path, headers, body: "" };
  const { text, operationName } = transform(exchange.query);
  const extensions = { clientLibrary: { name: "@apollo/client", version: "4.3.8" } };
  const { variables } = exchange;
  return {
    method: "POST",
    path: "/graphql",
    headers: { ...headers, accept: "application/graphql-response+json,application/json;q=0.9" },
    body: JSON.stringify({ operationName, variables, extensions, query: text }),
  };
}

interface Transformed {
  readonly text: string;
  /** Undefined if the operation has no name. */
  readonly operationName: string | undefined;
}

/** A scenario sends the same query thousands of times. */
const transformed = new Map<string, Transformed>();

/** The query as Apollo prints it, with `__typename` in all selection sets but the operation's. */
function transform(query: string): Transformed {
  const known = transformed.get(query);
  if (known !== undefined) return known;
  const name = { kind: Kind.NAME, value: "__typename" } as const;
  const document = visit(parse(query, { noLocation: true }), {
    SelectionSet: {
      leave: (set, _, parent) =>
        parent && "kind" in parent && parent.kind === Kind.OPERATION_DEFINITION
          ? undefined
          : { ...set, selections: [...set.selections, { kind: Kind.FIELD, name }] },
    },
  });
  const [operation] = document.definitions;
  const operationName =
    operation?.kind === Kind.OPERATION_DEFINITION ? operation.name?.value : undefined;
  const result = { text: print(document), operationName };
  transformed.set(query, result);
  return result;
}

function withoutTypename(name: string, value: unknown): unknown {
  return name === "__typename" ? undefined : value;
}
