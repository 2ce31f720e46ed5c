import type { Answer, GraphqlRequest } from "./answer.ts";
import { parseObject } from "./json.ts";

interface Sending {
  readonly key: string;
  readonly signal?: AbortSignal;
}

/** Sends a request to the gateway that served the page. Throws only if `signal` aborts it. */
export async function sendRequest(request: GraphqlRequest, sending: Sending): Promise<Answer> {
  const started = performance.now();
  try {
    const accept = "application/graphql-response+json, application/json;q=0.9";
    const response = await post(request, { ...sending, headers: { Accept: accept } });
    return await readAnswer(response, started);
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    return { kind: "unreachable", durationMs: elapsedSince(started) };
  }
}

/** The gateway's response to a request, with its body unread. */
export function post(
  request: GraphqlRequest,
  { key, signal, headers }: Sending & { readonly headers: Readonly<Record<string, string>> },
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

/** Reads the answer from a response. @param started the page's clock when the request was sent. */
export async function readAnswer(response: Response, started: number): Promise<Answer> {
  const text = await response.text();
  const body = parseObject(text);
  const durationMs = elapsedSince(started);
  return { kind: "answer", status: response.status, text, body, durationMs };
}

/** The whole milliseconds since a time of the page's clock. */
export function elapsedSince(started: number): number {
  return Math.round(performance.now() - started);
}
