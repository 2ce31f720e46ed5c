import { Lexer, Source, TokenKind } from "graphql";
import type { Settings } from "../../../settings.ts";

/** Maximum nesting of brackets, and of selection sets with their fragments: far below what overflows the stack of a recursive function. */
export const maxNesting = 200;

/** Maximum length of a document, in characters. Comments and long strings take time too, but hardly any tokens. */
export const maxCharacters = 256 * 1024;

/** Maximum number of lines of a document. A string of many lines takes time for each of them, but is one token. */
const maxLines = 20_000;

/** Maximum number of tokens of a document that is neither registered nor of a caller who is known. */
const maxStrangersTokens = 2_000;

/** How the callers of a document are trusted: strangers less than known ones. */
export type Trust = "known" | "stranger";

export function isLong({ tokenCount }: { readonly tokenCount: number }): boolean {
  return tokenCount > maxStrangersTokens;
}

/**
 * The limit that a document's text exceeds, in words; null if there is none.
 * @throws GraphQLError at a character that cannot begin a token.
 */
export function findTextExcess(
  text: string,
  { MAX_QUERY_TOKENS }: Pick<Settings, "MAX_QUERY_TOKENS">,
  trust: Trust,
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
    if (trust === "stranger" && isLong({ tokenCount: tokens })) return onlyForKnown;
    if (tokens > MAX_QUERY_TOKENS) {
      return `The document has more than ${MAX_QUERY_TOKENS} tokens (the gateway's setting MAX_QUERY_TOKENS).`;
    }
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
