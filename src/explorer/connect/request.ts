/** A GraphQL request as the explorer sends it. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

/** What came back: an answer that may be JSON, or the reason why none came. */
export type Answer =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly text: string;
      /** The parsed body; undefined when it is no JSON object. */
      readonly body: AnswerBody | undefined;
      readonly durationMs: number;
    }
  | { readonly kind: "unreachable"; readonly durationMs: number };

/** The body of a GraphQL answer, none of its parts checked yet. */
export interface AnswerBody {
  readonly data?: unknown;
  readonly errors?: unknown;
  readonly extensions?: unknown;
}

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
