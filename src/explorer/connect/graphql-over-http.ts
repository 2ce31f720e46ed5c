export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

/** The outcome of a GraphQL request: a response, or none if the gateway could not be reached. */
export type RequestOutcome = ReceivedResponse | { readonly kind: "unreachable" };

/** A response that has arrived. It may not be GraphQL, nor even JSON. */
export interface ReceivedResponse {
  readonly kind: "response";
  readonly status: number;
  readonly text: string;
  /** The parsed body; undefined if it is not a JSON object. */
  readonly body: ResponseBody | undefined;
  readonly durationMs: number;
}

/** The body of a GraphQL response. Its parts are unchecked. */
export interface ResponseBody {
  readonly data?: unknown;
  readonly errors?: unknown;
  readonly extensions?: unknown;
}

export interface RequestText {
  readonly query: string;
  readonly variables: string;
}
