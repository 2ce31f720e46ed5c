/** A request's head, whichever server has taken it. */
export interface Message {
  readonly method: string;
  /** With its query, as `/graphql?query=…`. */
  readonly path: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn, as they came: only these show a header that came twice. */
  readonly rawHeaders: readonly string[];
}

/** Finds the key that a request is to be answered with, by a session, say. */
export type FindKey = (request: Message) => string | null | Promise<string | null>;
