import { GraphQLError, parse } from "graphql";
import { findShapeExcess } from "./limits-shape.ts";
import { findTextExcess } from "./limits-text.ts";

/** Bounds on a query, each a setting. */
export interface QueryLimits {
  /** Fields within fields (`MAX_QUERY_DEPTH`). */
  readonly maxDepth: number;
  /** Aliases of an operation, those of a fragment once for each of its spreads (`MAX_QUERY_ALIASES`). */
  readonly maxAliases: number;
  /** Lexical tokens of a document (`MAX_QUERY_TOKENS`). */
  readonly maxTokens: number;
  /** Objects that an answer may have, estimated (`MAX_QUERY_NODES`). */
  readonly maxNodes: number;
}

/**
 * Tells how a document, given as its text, is too complex to be validated; null where it is not, or where it is no document at
 * all. Validation takes time quadratic in some documents, and reads nested ones recursively; this takes time linear in the text.
 */
export function findDocumentExcess(text: string, limits: QueryLimits): string | null {
  try {
    // The text comes first: the parser is recursive and must not see one that nests without end.
    return (
      findTextExcess(text, limits) ?? findShapeExcess(parse(text, { noLocation: true }), limits)
    );
  } catch (error) {
    // What is wrong with the syntax is left for the server to say.
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
