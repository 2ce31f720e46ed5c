import { GraphQLError, parse } from "graphql";
import { LRUCache } from "lru-cache";
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

/** Tells why a document, given as its text, is too complex; null where it is not, or where it is no document at all. */
export type DocumentCheck = (text: string) => GraphQLError | null;

/** Documents that are remembered as passed, and their text taken together. */
const remembered = { max: 1_000, maxSize: 4 * 1024 * 1024 };

/**
 * A check of documents, to be made before they are validated: validation takes time quadratic in some documents, and reads
 * nested ones recursively. It takes time linear in the text; a document that passed is remembered.
 */
export function createDocumentCheck(limits: QueryLimits): DocumentCheck {
  const passed = new LRUCache<string, true>({
    ...remembered,
    sizeCalculation: (_, text) => text.length + 1,
  });
  return (text) => {
    if (passed.has(text)) return null;
    const excess = findExcess(text, limits);
    if (excess !== null) return tooComplex(excess);
    passed.set(text, true);
    return null;
  };
}

/** The error of a query that goes beyond a limit, with the status 400. */
export function tooComplex(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: "QUERY_TOO_COMPLEX", http: { status: 400 } },
  });
}

/** What is wrong with the syntax is left for the server to say. */
function findExcess(text: string, limits: QueryLimits): string | null {
  try {
    // The text comes first: the parser is recursive and must not see one that nests without end.
    return (
      findTextExcess(text, limits) ?? findShapeExcess(parse(text, { noLocation: true }), limits)
    );
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
