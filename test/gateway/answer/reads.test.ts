import { Lexer } from "graphql";
import { afterAll, expect, test, vi } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";

const gateway = await startSampleGateway();

afterAll(() => gateway[Symbol.asyncDispose]());

/** Sends a document, and returns how often it was read from its first character: to count its tokens, and to parse it. */
async function countReads(document: string): Promise<number> {
  const advance = vi.spyOn(Lexer.prototype, "advance");
  try {
    await gateway.query(document);
    const lexers = [...new Set(advance.mock.contexts)];
    return lexers.filter((lexer) => lexer instanceof Lexer && lexer.source.body === document)
      .length;
  } finally {
    advance.mockRestore();
  }
}

test.each([
  ["a query", "query New { tags(first: 1) { nodes { name } } }"],
  ["conditions", "query Conditions { __typename @skip(if: false) project { projectId } }"],
  ["two operations", "query One { __typename } query Two { __typename }"],
  ["a wrong field", "query Wrong { nothing }"],
])(
  "a new document with %s is read twice: its tokens are counted, and it is parsed",
  async (_, document) => {
    expect(await countReads(document)).toBe(2);
  },
);

test("a new document with too many tokens is read once, and never parsed", async () => {
  expect(await countReads(`{ ${"a ".repeat(20_000)} }`)).toBe(1);
});

test("a known document is not read", async () => {
  const document = "query Known { terminals(first: 1) { nodes { name } } }";
  await gateway.query(document);
  expect(await countReads(document)).toBe(0);
});
