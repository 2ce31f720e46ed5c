import type { GraphQLRequest, RequestOutcome } from "./graphql-over-http.ts";
import { parseObject } from "./json.ts";

interface SendOptions {
  /** The API key; empty for none. */
  readonly key: string;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request to the gateway that served the page. Throws only if `signal` aborts it.
 * @param options `explains`: whether the response is to say what it cost.
 */
export async function sendRequest(
  request: GraphQLRequest,
  options: SendOptions & { readonly explains?: boolean },
): Promise<RequestOutcome> {
  const started = performance.now();
  try {
    const response = await post(request, options, {
      Accept: "application/graphql-response+json, application/json;q=0.9",
      ...(options.explains && { "X-Tapgraph-Explain": "1" }),
    });
    return await readResponse(response, started);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { kind: "unreachable" };
  }
}

export function post(
  request: GraphQLRequest,
  { key, signal }: SendOptions,
  headers: Readonly<Record<string, string>>,
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

export async function readResponse(response: Response, started: number): Promise<RequestOutcome> {
  const text = await response.text();
  const body = parseObject(text);
  const durationMs = Math.round(performance.now() - started);
  return { kind: "response", status: response.status, text, body, durationMs };
}
