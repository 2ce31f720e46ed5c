import { GraphQLError, parse } from "graphql";
import { findShapeExcess } from "./limits-shape.ts";
import { findTextExcess } from "./limits-text.ts";

/** The bounds on a query. Each is a setting. */
export interface QueryLimits {
  /** How deep fields may nest (`MAX_QUERY_DEPTH`). */
  readonly maxDepth: number;
  /** The most aliases of an operation. Those of a fragment count once for each spread (`MAX_QUERY_ALIASES`). */
  readonly maxAliases: number;
  /** The most tokens of a document (`MAX_QUERY_TOKENS`). */
  readonly maxTokens: number;
  /** The most objects of an answer, by an estimate (`MAX_QUERY_NODES`). */
  readonly maxNodes: number;
}

/**
 * The reason why a document is too complex to be validated; null if it is not, or if it does not parse. Validation takes
 * quadratic time for some documents, and recurses into nested ones. This check takes time linear in the text.
 */
export function findDocumentExcess(text: string, limits: QueryLimits): string | null {
  try {
    // The text is checked first, because the parser is recursive and must not see one that nests too deep.
    return (
      findTextExcess(text, limits) ?? findShapeExcess(parse(text, { noLocation: true }), limits)
    );
  } catch (error) {
    // Syntax errors are reported later, by Apollo Server.
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
