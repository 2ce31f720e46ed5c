import { Lexer, Source, TokenKind } from "graphql";
import type { Settings } from "../../../settings.ts";

/** Maximum nesting of brackets, and of selection sets with their fragments: far below what overflows the stack of a recursive function. */
export const maxNesting = 200;

/** Maximum length of a document, in characters. Comments and long strings take time too, but hardly any tokens. */
export const maxCharacters = 256 * 1024;

/** Maximum number of lines of a document. A string of many lines takes time for each of them, but is one token. */
const maxLines = 20_000;

/**
 * The limit that a document's text exceeds, in words; null if there is none.
 * @throws GraphQLError at a character that cannot begin a token.
 */
export function findTextExcess(
  text: string,
  { MAX_QUERY_TOKENS }: Pick<Settings, "MAX_QUERY_TOKENS">,
): string | null {
  if (text.length > maxCharacters) {
    return `The document has more than ${maxCharacters} characters; put long values into variables.`;
  }
  if (countLines(text) > maxLines) return `The document has more than ${maxLines} lines.`;
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  let nesting = 0;
  while (lexer.advance().kind !== TokenKind.EOF) {
    tokens += 1;
    if (tokens > MAX_QUERY_TOKENS) {
      return `The document has more than ${MAX_QUERY_TOKENS} tokens (the gateway's setting MAX_QUERY_TOKENS).`;
    }
    nesting += nestingOf(lexer.token.kind);
    if (nesting > maxNesting)
      return `The document's brackets are nested more than ${maxNesting} levels deep.`;
  }
  return null;
}

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
