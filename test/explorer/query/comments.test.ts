import fc from "fast-check";
import { Lexer, Source, TokenKind } from "graphql";
import { expect, it } from "vitest";
import { blankComments } from "../../../src/explorer/query/build/text.ts";

/** Parts of a query that a lexer can read in any order, if each is on its own line. */
const part = fc.constantFrom(
  "{ tags }",
  "# a comment",
  '# a comment with "a string"',
  '"""# not a comment"""',
  '"# not a comment"',
  '"\\"# not a comment"',
  '"\\\\" # a comment',
  '""# a comment',
  '"""\\"""\n# not a comment\n"""# a comment',
);

it("blanks the comments of a query, and nothing else", () => {
  fc.assert(
    fc.property(fc.array(part), fc.constantFrom("\n", "\r\n"), (parts, lineEnd) => {
      const query = parts.join(lineEnd);
      expect(blankComments(query)).toBe(blankByLexer(query));
    }),
  );
});

it("blanks a comment after a string that does not end", () => {
  expect(blankComments('{ tags(search: "a # b\n# c')).toBe('{ tags(search: "a    \n   ');
});

function blankByLexer(query: string): string {
  const lexer = new Lexer(new Source(query));
  const first = lexer.token;
  while (lexer.advance().kind !== TokenKind.EOF);
  let blanked = query;
  for (let token = first.next; token; token = token.next) {
    if (token.kind !== TokenKind.COMMENT) continue;
    const { start, end } = token;
    blanked = blanked.slice(0, start) + " ".repeat(end - start) + blanked.slice(end);
  }
  return blanked;
}
