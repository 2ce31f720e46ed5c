import type { TagRecord } from "../../../src/registry/record.ts";
import { benchKey } from "../records.ts";

/** A request, and what answers it. */
export interface Exchange {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: string;
  /** Beside those of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the body asks for, where that is GraphQL. */
  readonly graphql?: GraphqlRequest;
  /** The right answer, of which nothing may differ. */
  readonly answer: () => unknown;
  /** Whether `__typename` comes on top of it in each object. */
  readonly hasTypenames?: boolean;
  /** A text that is in the right answer and in few others; null: the answer cannot be searched. */
  readonly mark: string | null;
}

/** A query and the values of its variables. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** How one kind of server is asked for each kind of work. */
export interface Dialect {
  oneTag(tag: TagRecord): Exchange;
  /** The first tags, three fields of each. */
  tagList(count: number): Exchange;
  /** The first 1,000 tags, all fields. */
  wholeTags(): Exchange;
  /** Some tags by id, the first 20 terminals, and both structures. */
  dashboard(tags: readonly TagRecord[]): Exchange;
  /** The first 100 tags, each with its terminal. */
  joinedTags(): Exchange;
}

/** A GraphQL request whose answer has this data. */
export function graphqlExchange(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  { data, mark }: { readonly data: () => unknown; readonly mark: unknown },
): Exchange {
  return {
    method: "POST",
    path: "/graphql",
    body: JSON.stringify({ query, variables }),
    graphql: { query, variables },
    answer: () => ({ data: data() }),
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
