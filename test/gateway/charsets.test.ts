import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { startScriptedGateway } from "../support/gateway.ts";
import { status } from "../support/scripted-registry.ts";
import { tags } from "./list/whole/setup.ts";

function pageNamed(name: string): string {
  const rows = tags(1).map((tag) => ({ ...tag, name }));
  return JSON.stringify({ tags: rows, limit: 100, page: 1, count: 1, page_count: 1 });
}

const gateway = await startScriptedGateway(status(500));
afterAll(() => gateway[Symbol.asyncDispose]());

function ask(headers: Readonly<Record<string, string | string[]>>, body: Buffer) {
  gateway.registry.behaviour = ({ response }) => void response.writeHead(200, headers).end(body);
  return gateway.query("{ tags(first: 1) { nodes { name } totalCount } }");
}

test.each([
  ["application/json", "utf8"],
  ["application/json; charset=ISO-8859-1", "latin1"],
  ['Application/JSON; Charset="windows-1252"', "latin1"],
  ["application/json;charset=utf-16le", "utf16le"],
] as const)("a body of %s is read as it says", async (type, encoding) => {
  const { data } = await ask({ "content-type": type }, Buffer.from(pageNamed("Café"), encoding));
  expect(data.tags.nodes).toEqual([{ name: "Café" }]);
});

test.each([
  ["is unknown", { "content-type": "application/json; charset=x-none" }, pageNamed("Café")],
  [
    "is that of a compressed body",
    { "content-type": "application/json; charset=latin1", "content-encoding": "gzip" },
    gzipSync(Buffer.from(pageNamed("Café"), "latin1")),
  ],
])("a charset that %s is an error that names it", async (_, headers, body) => {
  const { data, errors, codes } = await ask(headers, Buffer.from(body as string));
  expect([data.tags, codes]).toEqual([null, ["REGISTRY_BAD_RESPONSE"]]);
  expect(errors?.[0]?.message).toMatch(/charset "(x-none|latin1)"/);
});

test("a repeated header counts once, in any letter case", async () => {
  const headers = {
    "Content-Type": ["application/json", "application/json"],
    "Content-Encoding": "GZIP",
  };
  const { data } = await ask(headers, gzipSync(pageNamed("Café")));
  expect(data.tags.nodes).toEqual([{ name: "Café" }]);
});

test("null in place of an empty list is an empty list", async () => {
  const body = { tags: null, limit: 100, page: 1, count: 0, page_count: 0 };
  const { data } = await ask({}, Buffer.from(JSON.stringify(body)));
  expect(data.tags).toEqual({ nodes: [], totalCount: 0 });
});
