import { parse } from "graphql";
import { ignoreSyntaxErrors } from "../validation/syntax-errors.ts";
import { findMergeExcess } from "./merge-limit.ts";
import type { ResponseLimits } from "./plan-check.ts";
import { findShapeExcess, type ShapeLimits } from "./shape-limits.ts";
import { findTextExcess, type TextLimits } from "./text-limits.ts";

/** The settings that limit a query. */
export type QueryLimits = TextLimits & ShapeLimits & ResponseLimits;

/**
 * The limit that a document exceeds, in words; null if there is none, or if the document does not parse. Validation takes quadratic time
 * for some documents, and recurses into nested ones. So this check comes first, and takes linear time.
 */
export function findDocumentExcess(text: string, limits: QueryLimits): string | null {
  return ignoreSyntaxErrors(() => {
    // The text is checked first, because the parser also recurses.
    const excess = findTextExcess(text, limits);
    if (excess !== null) return excess;
    const document = parse(text, { noLocation: true });
    return findShapeExcess(document, limits) ?? findMergeExcess(document);
  });
}
