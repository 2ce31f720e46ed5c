import type { Answer, AnswerBody, GraphqlRequest } from "./answer.ts";

/** Sends a request to the gateway that served the page. Throws only when `signal` aborts it. */
export async function sendRequest(
  request: GraphqlRequest,
  { key, signal }: { readonly key: string; readonly signal?: AbortSignal },
): Promise<Answer> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    const response = await fetch(location.pathname, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/graphql-response+json, application/json;q=0.9",
        ...(key === "" ? {} : { "X-API-Key": key }),
      },
      body: JSON.stringify(request),
      referrerPolicy: "no-referrer",
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    const body = parseBody(text);
    return { kind: "answer", status: response.status, text, body, durationMs: elapsed() };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { kind: "unreachable", durationMs: elapsed() };
  }
}

function parseBody(text: string): AnswerBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
