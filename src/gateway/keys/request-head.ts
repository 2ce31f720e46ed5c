/** A request without its body, whichever server received it. */
export interface RequestHead {
  readonly method: string;
  /** The path with the query, such as `/graphql?query=…`. */
  readonly path: string;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn, as received. Only these show that a header came twice. */
  readonly rawHeaders: readonly string[];
}

/** Finds the key for a request, for instance by its session; null if there is none. */
export type FindKey = (request: RequestHead) => string | null | Promise<string | null>;
