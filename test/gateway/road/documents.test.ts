import { parse } from "graphql";
import { expect, test } from "vitest";
import { Documents, findOperation } from "../../../src/gateway/road/documents.ts";
import { createSchema } from "../../../src/graphql/schema.ts";

const schema = createSchema();

function learn(documents: Documents, text: string) {
  return documents.learn(text, parse(text));
}

/** Has an operation prepared, as its first execution does. */
async function prepare(documents: Documents, text: string): Promise<void> {
  const known = learn(documents, text);
  await findOperation(known, null)?.planFor({});
  documents.weigh(known);
}

test("an operation is found by its name, and without a name where it is the only one", () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const two = learn(documents, "query A { __typename } query B { __typename }");
  const one = learn(documents, "{ __typename }");
  expect(findOperation(two, "B")?.name).toBe("B");
  expect(findOperation(two, null)).toBeUndefined();
  expect(findOperation(two, "C")).toBeUndefined();
  expect(findOperation(one, null)?.name).toBeUndefined();
  expect(findOperation(one, null)).toBeDefined();
  expect(findOperation(one, "")).toBeUndefined();
});

test("an operation is prepared once for each combination of its conditions", async () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const text =
    "query ($a: Boolean!, $n: Int) { __typename tags(first: $n) @include(if: $a) { totalCount } }";
  const operation = findOperation(learn(documents, text), null);
  const plan = await operation?.planFor({ a: true, n: 1 });
  expect(operation?.planFor({ a: true, n: 2 })).toBe(plan);
  expect(await operation?.planFor({ a: false, n: 1 })).not.toBe(plan);
});

test("what another operation's conditions are called does not matter to an operation", async () => {
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
  const operation = findOperation(learn(documents, text), "B");
  const without = await operation?.planFor({ x: "1,true", y: false, z: "2" });
  const withOther = await operation?.planFor({ x: "1", y: true, z: "false,2" });
  expect(without?.root.fields.map(({ key }) => key)).toEqual(["tag"]);
  expect(withOther?.root.fields.map(({ key }) => key)).toEqual(["tag", "other"]);
  expect(operation?.planFor({ x: "3", y: true, z: "4" })).toBe(withOther);
});

test("what was not asked for longest makes room", async () => {
  const documents = new Documents({ schema, hidesSchema: false });
  const fields = Array.from({ length: 5_000 }, (_, field) => `f${field}: name`).join(" ");
  const texts = Array.from(
    { length: 40 },
    (_, number) => `{ n${number}: tag(id: 1) { ${fields} } }`,
  );
  for (const text of texts) {
    await prepare(documents, text);
    documents.find(texts[0] ?? "");
  }
  const known = texts.map((text) => documents.find(text) !== undefined);
  expect([known[0], known[1], known.at(-1)]).toEqual([true, false, true]);
});

test.each([
  ["arguments", (ids: string) => `query($id: ID!) { nodes(ids: [$id ${ids}]) { id } }`],
  ["default values", (ids: string) => `query($ids: [ID!]! = [${ids}]) { nodes(ids: $ids) { id } }`],
])("%s take memory as fields do", async (_, write) => {
  const documents = new Documents({ schema, hidesSchema: false });
  const texts = Array.from({ length: 60 }, (_, number) => write(`${number} `.repeat(9_000)));
  for (const text of texts) await prepare(documents, text);
  expect(documents.find(texts[0] ?? "")).toBeUndefined();
  expect(documents.find(texts.at(-1) ?? "")).toBeDefined();
});
