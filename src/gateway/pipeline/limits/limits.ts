import { GraphQLError, parse } from "graphql";
import type { AnswerLimits } from "./limits-nodes.ts";
import { findShapeExcess, type ShapeLimits } from "./limits-shape.ts";
import { findTextExcess, type TextLimits } from "./limits-text.ts";

/** The bounds on a query. Each is a setting. */
export type QueryLimits = TextLimits & ShapeLimits & AnswerLimits;

/**
 * The reason why a document is too complex to be validated; null if it is not, or if it does not parse. Validation takes quadratic
 * time for some documents, and recurses into nested ones. This check takes linear time.
 */
export function findDocumentExcess(text: string, limits: QueryLimits): string | null {
  try {
    // The text is checked first, because the parser recurses, and must not see a document that nests too deep.
    return (
      findTextExcess(text, limits) ?? findShapeExcess(parse(text, { noLocation: true }), limits)
    );
  } catch (error) {
    // Syntax errors are reported later, by Apollo Server.
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
