import { parse } from "graphql";
import { expect, test } from "vitest";
import type { Operation } from "../../../src/execution/operation.ts";
import type { Variables } from "../../../src/execution/plan.ts";
import { Documents, PreparedRequests } from "../../../src/gateway/answer/documents.ts";
import type { GraphqlRequest } from "../../../src/gateway/answer/request.ts";
import { createSchema } from "../../../src/gateway/resolvers/schema.ts";

const schema = createSchema();

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
function prepare(documents: Documents, text: string) {
  const operation = learn(documents, text);
  return { operation, plan: planFor(documents, operation, {}) };
}

type Prepared = ReturnType<typeof prepare>;

function isKept(documents: Documents, { operation, plan }: Prepared): boolean {
  return planFor(documents, operation, {}) === plan;
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

test("whether a document is remembered does not change which operation a request chooses", () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const text = "query A { __typename } mutation B { write }";
  expect(learn(documents, text, "A")?.name).toBe("A");
  expect(documents.find(toRequest(text))).toBeUndefined();
  expect(documents.find(toRequest(text, "B"))).toBeUndefined();
  expect(documents.find(toRequest(text, "A"))?.name).toBe("A");
});

test("an operation is prepared once for each combination of its conditions", () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const text =
    "query ($a: Boolean!, $n: Int) { __typename tags(first: $n) @include(if: $a) { totalCount } }";
  const operation = learn(documents, text);
  const plan = planFor(documents, operation, { a: true, n: 1 });
  expect(planFor(documents, operation, { a: true, n: 2 })).toBe(plan);
  expect(planFor(documents, operation, { a: false, n: 1 })).not.toBe(plan);
});

test("an operation's plan depends only on its own conditions", () => {
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
  const without = planFor(documents, operation, { x: "1,true", y: false, z: "2" });
  const withOther = planFor(documents, operation, { x: "1", y: true, z: "false,2" });
  expect(without.root.fields.map(({ responseKey }) => responseKey)).toEqual(["tag"]);
  expect(withOther.root.fields.map(({ responseKey }) => responseKey)).toEqual(["tag", "other"]);
  expect(planFor(documents, operation, { x: "3", y: true, z: "4" })).toBe(withOther);
});

test("the least recently used plans make room", () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const comment = "x".repeat(900_000);
  const prepared: Prepared[] = [];
  for (let number = 0; number < 15; number += 1) {
    prepared.push(prepare(documents, `{ __typename } # ${number} ${comment}`));
    planFor(documents, prepared[0]?.operation, {});
  }
  const [first, second] = prepared;
  const kept = [first, prepared.at(-1), second].map((one) => one && isKept(documents, one));
  expect(kept).toEqual([true, true, false]);
});

const fields = Array.from({ length: 1_000 }, (_, field) => `f${field}: name`).join(" ");
const many = Array.from({ length: 25 }, (_, at) => `t${at}: tag(id: 1) { ...F }`).join(" ");

test.each([
  ["fields", `{ tag(id: 1) { ${fields} } }`],
  ["values of arguments", `query($id: ID!) { nodes(ids: [$id ${"1 ".repeat(4_000)}]) { id } }`],
  ["long names", `{ ${many} } fragment F on Tag { ${"n".repeat(10_000)}: name }`],
  ["places of a field", `{ ${many} } fragment F on Tag { ${"name ".repeat(1_000)} }`],
  ["long comments", `{ __typename } # ${"x".repeat(250_000)}`],
])("%s count as memory of a plan", (_, text) => {
  const documents = new Documents({ schema, hidesSchema: false });
  const prepared = Array.from({ length: 60 }, (__, number) =>
    prepare(documents, `${text} #${number}`),
  );
  const kept = [prepared.at(-1), prepared[0]].map((one) => one && isKept(documents, one));
  expect(kept).toEqual([true, false]);
});

test("the least recently used documents make room, default values of their variables included", () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const texts = Array.from({ length: 60 }, (_, number) => {
    const ids = `${number} `.repeat(2_000);
    return `query($ids: [ID!]! = [${ids}]) { nodes(ids: $ids) { id } }`;
  });
  for (const text of texts) learn(documents, text);
  expect(documents.find(toRequest(texts[0] ?? ""))).toBeUndefined();
  expect(documents.find(toRequest(texts.at(-1) ?? ""))).toBeDefined();
});

test("a document that parameters only name by its hash counts as memory", () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const requests = new PreparedRequests();
  const byHash = (number: number) =>
    ({ method: "POST", path: "/graphql", body: `{"documentId":"${number}"}` }) as GraphqlRequest;
  for (let number = 0; number < 60; number += 1) {
    const query = `{ __typename } # ${number} ${"x".repeat(250_000)}`;
    const operation = learn(documents, query);
    if (operation === undefined) throw new Error("There is no such operation");
    const prepared = { operation, variables: {}, cacheKey: `${number}`, isLong: false };
    for (let times = 0; times < 2; times++) requests.remember(byHash(number), prepared);
  }
  const isRemembered = (number: number) => requests.find(byHash(number)) !== undefined;
  expect([isRemembered(0), isRemembered(59)]).toEqual([false, true]);
});
