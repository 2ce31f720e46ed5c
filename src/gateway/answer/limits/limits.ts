import { type DocumentNode, GraphQLError, parse } from "graphql";
import type { Settings } from "../../../settings.ts";
import { findMergeExcess } from "./merge-limit.ts";
import { findNumberExcess, findShapeExcess } from "./shape-limits.ts";
import { findTextExcess, type Trust } from "./text-limits.ts";

/** The parsed document, or why there is none: the limit that it exceeds, in words, or nothing if it has a syntax error. */
type ReadDocument =
  | { readonly document: DocumentNode; readonly excess: null }
  | { readonly document: null; readonly excess: string | null };

/**
 * Parses a document that is within the limits. Validation takes quadratic time for some documents, and recurses into nested ones. So
 * this check comes first, and takes linear time.
 */
export function readDocument(
  text: string,
  limits: Pick<Settings, "MAX_QUERY_TOKENS">,
  trust: Trust,
): ReadDocument {
  try {
    // The tokens are counted in a pass of their own, because the parser also recurses.
    const textExcess = findTextExcess(text, limits, trust);
    if (textExcess !== null) return { document: null, excess: textExcess };
    const document = parse(text);
    const excess =
      findShapeExcess(document) ?? findMergeExcess(document) ?? findNumberExcess(document);
    return excess === null ? { document, excess } : { document: null, excess };
  } catch (error) {
    if (error instanceof GraphQLError) return { document: null, excess: null };
    throw error;
  }
}
