import type { TagRecord } from "../../../src/registry/sample/records.ts";

/** A request and its right response. */
export type Exchange = (
  | { readonly path: string }
  | { readonly query: string; readonly variables: object }
) & {
  /** The whole right response. */
  readonly response: () => unknown;
  /** A string that the right response has and few others have. */
  readonly mark: string;
};

/** How each kind of work is requested from one kind of server. */
export interface Dialect {
  oneTag(tag: TagRecord): Exchange;
  /** The first tags, three fields of each. */
  tagList(count: number): Exchange;
  /** The first tags, all fields. */
  wholeTags(count: number): Exchange;
  /** Some tags by id, the first 20 terminals, and both structures. */
  dashboard(tags: readonly TagRecord[]): Exchange;
  /** The first tags, each with its terminal. */
  joinedTags(count: number): Exchange;
}

/** A GraphQL request whose response has this data, and a record of this name near its end. */
export function graphql(
  query: string,
  variables: object,
  name: string | undefined,
  data: () => unknown,
): Exchange {
  return { query, variables, response: () => ({ data: data() }), mark: JSON.stringify(name) };
}

/** Some fields of a record. */
export function pick<T extends object, K extends keyof T>(
  record: T,
  ...names: readonly K[]
): Pick<T, K> {
  const picked: Partial<T> = {};
  for (const name of names) picked[name] = record[name];
  return picked as Pick<T, K>;
}
