import { parse } from "graphql";
import type { Settings } from "../../../settings.ts";
import { ignoreSyntaxErrors } from "../validation/syntax-errors.ts";
import { findMergeExcess } from "./merge-limit.ts";
import { findShapeExcess } from "./shape-limits.ts";
import { findTextExcess } from "./text-limits.ts";

/**
 * The limit that a document exceeds, in words; null if there is none, or if the document does not parse. Validation takes quadratic time
 * for some documents, and recurses into nested ones. So this check comes first, and takes linear time.
 */
export function findDocumentExcess(
  text: string,
  limits: Pick<Settings, "MAX_QUERY_TOKENS" | "MAX_QUERY_DEPTH" | "MAX_QUERY_ALIASES">,
): string | null {
  return ignoreSyntaxErrors(() => {
    // The text is checked first, because the parser also recurses.
    const excess = findTextExcess(text, limits);
    if (excess !== null) return excess;
    const document = parse(text, { noLocation: true });
    return findShapeExcess(document, limits) ?? findMergeExcess(document);
  });
}
