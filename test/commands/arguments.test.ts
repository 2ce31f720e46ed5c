import { expect, test } from "vitest";
import { parseArguments } from "../../src/commands/arguments.ts";

const options = { name: { type: "string" }, force: { type: "boolean" } } as const;
const parse = (...argv: readonly string[]) => parseArguments("tapgraph test", argv, options);

test.each(["-1", "-x", "-"])("an option's value may be %s", (value) => {
  expect(parse("--name", value).values.name).toBe(value);
});

test("another option is no value, and an option that takes none leaves the next word alone", () => {
  expect(() => parse("--name", "--force")).toThrow("tapgraph test: --name requires a value");
  expect(() => parse("--force", "-x")).toThrow("tapgraph test: Unknown option '-x'");
});
