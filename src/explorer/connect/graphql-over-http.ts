export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

export type RequestOutcome = ReceivedResponse | { readonly kind: "unreachable" };

export interface ReceivedResponse {
  readonly kind: "response";
  readonly status: number;
  readonly text: string;
  readonly body: ResponseBody | undefined;
  readonly durationMs: number;
}

export interface ResponseBody {
  readonly data?: unknown;
  readonly errors?: unknown;
  readonly extensions?: unknown;
}

export interface RequestText {
  readonly query: string;
  readonly variables: string;
}
