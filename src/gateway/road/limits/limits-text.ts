import { Lexer, Source, TokenKind } from "graphql";

/**
 * Brackets within brackets, and selections within selections where fragments stand in for their spreads:
 * far beyond any query, far below what ends the stack of whatever reads one recursively.
 */
export const maxNesting = 200;

/** Characters of a document: comments and long texts are read too. */
export const maxCharacters = 256 * 1024;

/**
 * How a document's text goes beyond a limit; null where it does not.
 * @throws GraphQLError at what is no token.
 */
export function findTextExcess(
  text: string,
  { maxTokens }: { readonly maxTokens: number },
): string | null {
  if (text.length > maxCharacters) {
    return `The document has more than ${maxCharacters} characters; long values belong into variables.`;
  }
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  for (let tokens = 0; ; tokens += 1) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return null;
    if (tokens === maxTokens) {
      return `The document has more than ${maxTokens} tokens (the gateway's setting MAX_QUERY_TOKENS).`;
    }
    nesting += nestingOf(kind);
    if (nesting > maxNesting) return `The document nests more than ${maxNesting} brackets.`;
  }
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
