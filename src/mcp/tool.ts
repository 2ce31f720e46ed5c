import type { GraphQLFormattedError, GraphQLSchema } from "graphql";
import type { Members } from "../gateway/answer/read-request.ts";
import type { JsonObject } from "../registry-client/json-values.ts";
import type { LinkSetting } from "../setting-parsers.ts";
import type { FlatSchema } from "./flat-schema.ts";

/** A call becomes a question in GraphQL. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: FlatSchema;
  /**
   * The question of a call, or its result. The arguments fit the schema.
   * @param ask asks as the caller, for what the question depends on.
   * @throws ToolError
   */
  toQuestion(given: JsonObject, ask: Ask): Question | string | Promise<Question | string>;
}

export interface Question {
  readonly members: Members;
  /** What the result has beside the response. Without it, the response is the result as it is. */
  readonly fixed?: JsonObject;
}

export interface Known {
  readonly schema: GraphQLSchema;
  readonly links: readonly LinkSetting[];
  readonly searchSchema: (words: string) => string;
  readonly documentIds: ReadonlyMap<string, string>;
  readonly ask: Ask;
}

export type Ask = (members: Members) => Promise<GraphqlAnswer>;

export interface GraphqlAnswer {
  readonly data: JsonObject;
  readonly errors: readonly GraphQLFormattedError[];
  readonly warnings: readonly unknown[];
}

export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly codes: readonly string[];

  constructor(message: string, codes: readonly string[] = ["BAD_USER_INPUT"]) {
    super(message);
    this.codes = codes;
  }
}
