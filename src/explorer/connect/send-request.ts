import type { GraphQLRequest, RequestOutcome } from "./graphql-over-http.ts";
import { parseObject } from "./json.ts";

interface SendOptions {
  /** The API key; empty for none. */
  readonly key: string;
  readonly signal?: AbortSignal;
  /** Whether the response is to say what it cost. @default false */
  readonly explains?: boolean;
}

/** Sends a request to the gateway that served the page. Throws only if `signal` aborts it. */
export async function sendRequest(
  request: GraphQLRequest,
  options: SendOptions,
): Promise<RequestOutcome> {
  const started = performance.now();
  try {
    const accept = "application/graphql-response+json, application/json;q=0.9";
    const headers = { Accept: accept, ...(options.explains && { "X-Tapgraph-Explain": "1" }) };
    const response = await post(request, { ...options, headers });
    return await readResponse(response, started);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { kind: "unreachable" };
  }
}

/** Posts a request to the gateway. The body of the response is unread. */
export function post(
  request: GraphQLRequest,
  { key, signal, headers }: SendOptions & { readonly headers: Readonly<Record<string, string>> },
): Promise<Response> {
  return fetch(location.pathname, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...headers,
      ...(key === "" ? {} : { "X-API-Key": key }),
    },
    body: JSON.stringify(request),
    referrerPolicy: "no-referrer",
    ...(signal ? { signal } : {}),
  });
}

/** Reads a response to its end. `started` is when the request was sent, by `performance.now()`. */
export async function readResponse(response: Response, started: number): Promise<RequestOutcome> {
  const text = await response.text();
  const body = parseObject(text);
  const durationMs = Math.round(performance.now() - started);
  return { kind: "response", status: response.status, text, body, durationMs };
}
