/** A GraphQL request as the explorer sends it. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

/** What came back for a request: an answer, which may not be JSON, or none. */
export type Answer =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly text: string;
      /** The parsed body; undefined if it is not a JSON object. */
      readonly body: AnswerBody | undefined;
      readonly durationMs: number;
    }
  | { readonly kind: "unreachable"; readonly durationMs: number };

/** The body of a GraphQL answer. Its parts are unchecked. */
export interface AnswerBody {
  readonly data?: unknown;
  readonly errors?: unknown;
  readonly extensions?: unknown;
}
