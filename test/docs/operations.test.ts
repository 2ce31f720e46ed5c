import { buildSchema, parse, validate } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { blocksOf, readPage, readPages, rowsOf } from "../support/pages.ts";
import { sampleSdl } from "../support/sample-schema.ts";

const operations = readPages().flatMap((page) =>
  blocksOf(page, "graphql")
    .filter((text) => !/^(type|extend) /.test(text))
    .map((text, at) => ({ path: page.path, at, text })),
);

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;

beforeAll(async () => {
  gateway = await startSampleGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

const schema = buildSchema(sampleSdl);

test.each(operations)("operation $at of $path is valid for the schema", ({ text }) => {
  expect(validate(schema, parse(text))).toEqual([]);
});

test("the queries of docs/filter-and-order.md find tags in the sample", async () => {
  const queries = blocksOf(readPage("docs/filter-and-order.md"), "graphql");
  expect(queries).toHaveLength(2);
  for (const query of queries) {
    const { data, errors, extensions } = await gateway.query(query);
    expect([errors, extensions]).toEqual([undefined, undefined]);
    expect(data.tags.totalCount).toBeGreaterThan(0);
  }
});

test("the query of docs/additional-data.md gets the response that is printed with it", async () => {
  const page = readPage("docs/additional-data.md");
  const [query = ""] = blocksOf(page, "graphql");
  const [response = ""] = blocksOf(page, "json");
  gateway.registry.resetCalls();
  const { data, errors } = await gateway.query(query);
  expect(errors).toBeUndefined();
  expect({ data }).toEqual(JSON.parse(response));
  expect([...gateway.registry.calls].sort()).toEqual([
    "GET /api/v1/additional_data/structure/terminal",
    "GET /api/v1/tags?limit=1&page=1",
    "GET /api/v1/terminals/1039/",
  ]);
});

test("the query of docs/own-fields.md gets the response that is printed with it", async () => {
  const page = readPage("docs/own-fields.md");
  const [query = ""] = blocksOf(page, "graphql");
  const [response = ""] = blocksOf(page, "json");
  expect(await gateway.query(query)).toMatchObject(JSON.parse(response));
});

const idioms = rowsOf(readPage("docs/idioms.md")).map(([wrong = "", right = "", reason = ""]) => ({
  wrong: toQuery(wrong),
  right: toQuery(right),
  reason,
}));

test("docs/idioms.md has twenty idioms", () => {
  expect(idioms).toHaveLength(20);
});

test.each(idioms)("$wrong $reason", async ({ wrong, right, reason }) => {
  const good = await gateway.query(right);
  expect([good.errors, good.extensions]).toEqual([undefined, undefined]);
  const bad = await gateway.query(wrong);
  const found = [...(bad.errors ?? []).map(({ extensions }) => extensions), ...warningsOf(bad)];
  const codes = found.map(({ code }) => code);
  const refused = reason.startsWith("is refused") ? "GRAPHQL_VALIDATION_FAILED" : undefined;
  const code = refused ?? /`([A-Z_]{9,})`/.exec(reason)?.[1];
  if (code === undefined) expect([codes, bad.data]).not.toEqual([[], good.data]);
  else expect(codes).toContain(code);
});

/** The code of a cell as a query. What does not begin with a brace are arguments. */
function toQuery(cell: string): string {
  const code = cell.replaceAll("`", "");
  return code.startsWith("{") ? code : `{ tags(${code}) { totalCount } }`;
}

function warningsOf({ extensions }: { readonly extensions?: unknown }) {
  const { warnings = [] } = (extensions ?? {}) as { warnings?: readonly { code: string }[] };
  return warnings;
}
