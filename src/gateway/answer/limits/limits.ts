import { type DocumentNode, GraphQLError, Lexer, parse, Source, TokenKind } from "graphql";
import { findMergeExcess, findNumberExcess, findShapeExcess, maxNesting } from "./shape-limits.ts";

/** Why there is no document: the limit that it exceeds, or null if it has a syntax error. */
type ReadDocument =
  | { readonly document: DocumentNode; readonly excess: null }
  | { readonly document: null; readonly excess: string | null };

/**
 * Parses a document that is within the limits. Validation takes quadratic time for some documents,
 * and recurses into nested ones. So this check comes first, and takes linear time.
 */
export function readDocument(text: string, trust: Trust): ReadDocument {
  try {
    // The tokens are counted in a pass of their own, because the parser also recurses.
    const textExcess = findTextExcess(text, trust);
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

/** In characters. Comments and long strings take time too, but hardly any tokens. */
const maxCharacters = 256 * 1024;

/** A string of many lines takes time for each of them, but is one token. */
const maxLines = 20_000;

const maxTokens = 4_000;

/** Of a document that is neither registered nor of a caller who is known. */
const maxStrangersTokens = 2_000;

export type Trust = "known" | "stranger";

export function isLong({ tokenCount }: { readonly tokenCount: number }): boolean {
  return tokenCount > maxStrangersTokens;
}

/**
 * The limit that a document's text exceeds, in words; null if there is none.
 * @throws GraphQLError at a character that cannot begin a token.
 */
function findTextExcess(text: string, trust: Trust): string | null {
  if (text.length > maxCharacters) {
    return `The document has more than ${maxCharacters} characters; put long values into variables.`;
  }
  if (countLines(text) > maxLines) return `The document has more than ${maxLines} lines.`;
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  let nesting = 0;
  while (lexer.advance().kind !== TokenKind.EOF) {
    tokens += 1;
    if (trust === "stranger" && isLong({ tokenCount: tokens })) return onlyForKnown;
    if (tokens > maxTokens) return `The document has more than ${maxTokens} tokens.`;
    nesting += nestingOf(lexer.token.kind);
    if (nesting > maxNesting)
      return `The document's brackets are nested more than ${maxNesting} levels deep.`;
  }
  return null;
}

const onlyForKnown = `The document has more than ${maxStrangersTokens} tokens: send it with a token, register it, or ask something smaller first with the same key, so that the gateway knows that the registry accepts it.`;

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function nestingOf(kind: TokenKind): number {
  switch (kind) {
    case TokenKind.BRACE_L:
    case TokenKind.BRACKET_L:
    case TokenKind.PAREN_L:
      return 1;
    case TokenKind.BRACE_R:
    case TokenKind.BRACKET_R:
    case TokenKind.PAREN_R:
      return -1;
    default:
      return 0;
  }
}
