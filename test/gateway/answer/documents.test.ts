import { parse } from "graphql";
import { expect, test } from "vitest";
import type { Operation } from "../../../src/execution/operation.ts";
import type { Variables } from "../../../src/execution/plan.ts";
import { Documents } from "../../../src/gateway/answer/documents.ts";
import { createSchema } from "../../../src/gateway/resolvers/schema.ts";

const schema = createSchema();

/** Remembers a document, and returns its operation of this name. */
function learn(documents: Documents, query: string, operationName: string | null = null) {
  return documents.remember(toRequest(query, operationName), parse(query));
}

function toRequest(query: string, operationName: string | null = null) {
  return { query, operationName, variables: {} };
}

function planFor(documents: Documents, operation: Operation | undefined, variables: Variables) {
  if (operation === undefined) throw new Error("There is no such operation");
  return documents.planFor(operation, variables);
}

/** Prepares the only operation of a document, as its first execution does. */
async function prepare(documents: Documents, text: string): Promise<Operation | undefined> {
  const operation = learn(documents, text);
  await planFor(documents, operation, {});
  return operation;
}

test("an operation is found by its name, or without a name if it is the only one", () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const two = "query A { __typename } query B { __typename }";
  const one = "{ __typename }";
  const find = (query: string, name: string | null) => documents.find(toRequest(query, name));
  expect(find(two, "B")).toBeUndefined();
  expect(learn(documents, two, "B")?.name).toBe("B");
  expect(learn(documents, one)).toBe(find(one, null));
  expect(find(two, "B")?.name).toBe("B");
  expect(find(two, null)).toBeUndefined();
  expect(find(two, "C")).toBeUndefined();
  expect(find(one, null)?.name).toBeUndefined();
  expect(find(one, null)).toBeDefined();
  expect(find(one, "")).toBeUndefined();
});

test("whether a document is remembered does not change which operation a request chooses (rule 15)", () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const text = "query A { __typename } mutation B { write }";
  expect(learn(documents, text, "A")?.name).toBe("A");
  expect(documents.find(toRequest(text))).toBeUndefined();
  expect(documents.find(toRequest(text, "B"))).toBeUndefined();
  expect(documents.find(toRequest(text, "A"))?.name).toBe("A");
});

test("an operation is prepared once for each combination of its conditions", async () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const text =
    "query ($a: Boolean!, $n: Int) { __typename tags(first: $n) @include(if: $a) { totalCount } }";
  const operation = learn(documents, text);
  const plan = await planFor(documents, operation, { a: true, n: 1 });
  expect(planFor(documents, operation, { a: true, n: 2 })).toBe(plan);
  expect(await planFor(documents, operation, { a: false, n: 1 })).not.toBe(plan);
});

test("an operation's plan depends only on its own conditions", async () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const text = `
    query A($x: Boolean!, $y: Boolean!, $z: Boolean!) {
      a: __typename @include(if: $x)
      b: __typename @include(if: $y)
      c: __typename @include(if: $z)
    }
    query B($x: ID!, $y: Boolean!, $z: ID!) {
      tag(id: $x) { name }
      other: tag(id: $z) @include(if: $y) { name }
    }`;
  const operation = learn(documents, text, "B");
  const without = await planFor(documents, operation, { x: "1,true", y: false, z: "2" });
  const withOther = await planFor(documents, operation, { x: "1", y: true, z: "false,2" });
  expect(without.root.fields.map(({ responseKey }) => responseKey)).toEqual(["tag"]);
  expect(withOther.root.fields.map(({ responseKey }) => responseKey)).toEqual(["tag", "other"]);
  expect(planFor(documents, operation, { x: "3", y: true, z: "4" })).toBe(withOther);
});

test("the least recently used plans make room", async () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const fields = Array.from({ length: 5_000 }, (_, field) => `f${field}: name`).join(" ");
  const operations: (Operation | undefined)[] = [];
  for (let number = 0; number < 40; number += 1) {
    operations.push(await prepare(documents, `{ n${number}: tag(id: 1) { ${fields} } }`));
    await planFor(documents, operations[0], {});
  }
  const kept = [operations[0], operations.at(-1), operations[1]].map(
    (operation) => !(planFor(documents, operation, {}) instanceof Promise),
  );
  expect(kept).toEqual([true, true, false]);
});

const many = Array.from({ length: 50 }, (_, at) => `t${at}: tag(id: 1) { ...F }`).join(" ");

test.each([
  ["values of arguments", `query($id: ID!) { nodes(ids: [$id ${"1 ".repeat(9_000)}]) { id } }`],
  ["long names", `{ ${many} } fragment F on Tag { ${"n".repeat(10_000)}: name }`],
  ["places of a field", `{ ${many} } fragment F on Tag { ${"name ".repeat(4_000)} }`],
  ["long comments", `{ __typename } # ${"x".repeat(250_000)}`],
])("%s count as memory of a plan, as fields do", async (_, text) => {
  const documents = new Documents({ schema, hidesSchema: false });
  const operations: (Operation | undefined)[] = [];
  for (let number = 0; number < 60; number += 1) {
    operations.push(await prepare(documents, `${text} #${number}`));
  }
  expect(planFor(documents, operations.at(-1), {})).not.toBeInstanceOf(Promise);
  expect(planFor(documents, operations[0], {})).toBeInstanceOf(Promise);
});

test("the least recently used documents make room, default values of their variables included", () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const texts = Array.from({ length: 60 }, (_, number) => {
    const ids = `${number} `.repeat(9_000);
    return `query($ids: [ID!]! = [${ids}]) { nodes(ids: $ids) { id } }`;
  });
  for (const text of texts) learn(documents, text);
  expect(documents.find(toRequest(texts[0] ?? ""))).toBeUndefined();
  expect(documents.find(toRequest(texts.at(-1) ?? ""))).toBeDefined();
});
