import type { TagRecord } from "../../../src/registry/sample/records.ts";
import { benchKey } from "../records.ts";

/** A request and its right response. */
export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: string;
  /** Headers in addition to `benchHeaders`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The query in the body, if it is GraphQL. */
  readonly graphql?: GraphqlRequest;
  /** The whole right response. */
  readonly response: () => unknown;
  /** Whether each object of the response also has a `__typename`. */
  readonly hasTypenames?: boolean;
  /** A string that the right response has and few others have. Null if the response cannot be searched, because it is compressed. */
  readonly mark: string | null;
}

/** A query and the values of its variables. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** How each kind of work is requested from one kind of server. */
export interface Dialect {
  oneTag(tag: TagRecord): HttpRequest;
  /** The first tags, three fields of each. */
  tagList(count: number): HttpRequest;
  /** The first 1,000 tags, all fields. */
  wholeTags(): HttpRequest;
  /** Some tags by id, the first 20 terminals, and both structures. */
  dashboard(tags: readonly TagRecord[]): HttpRequest;
  /** The first 100 tags, each with its terminal. */
  joinedTags(): HttpRequest;
}

/** A GraphQL request whose response has this data. */
export function graphqlExchange(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  { data, mark }: { readonly data: () => unknown; readonly mark: unknown },
): HttpRequest {
  return {
    method: "POST",
    path: "/graphql",
    body: JSON.stringify({ query, variables }),
    graphql: { query, variables },
    response: () => ({ data: data() }),
    mark: JSON.stringify(mark),
  };
}

/** The headers of every request. */
export const benchHeaders = { "content-type": "application/json", "x-api-key": benchKey } as const;

/** Some fields of a record. */
export function pick<T extends object, K extends keyof T>(
  record: T,
  ...names: readonly K[]
): Pick<T, K> {
  const picked: Partial<T> = {};
  for (const name of names) picked[name] = record[name];
  return picked as Pick<T, K>;
}
