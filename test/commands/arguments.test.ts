import { expect, test } from "vitest";
import { parseArguments } from "../../src/commands/arguments.ts";

const options = { name: { type: "string" }, force: { type: "boolean" } } as const;
const parse = (...argv: readonly string[]) => parseArguments("tapgraph test", argv, options);

test("an option's value may begin with a dash if it is joined to the option", () => {
  expect(parse("--name=-1").values.name).toBe("-1");
  expect(() => parse("--name", "-1")).toThrow("tapgraph test: --name requires a value");
});

test("another option is no value, and an option that takes none leaves the next word alone", () => {
  expect(() => parse("--name", "--force")).toThrow("tapgraph test: --name requires a value");
  expect(() => parse("--force", "-x")).toThrow("tapgraph test: Unknown option '-x'");
});
