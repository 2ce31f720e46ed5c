import { createHash } from "node:crypto";
import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import {
  type ManifestEntry,
  readManifest,
  writeManifest,
} from "../../../src/explorer/workspace/saved/manifest.ts";
import { parseManifest } from "../../../src/gateway/answer/persisted-operations.ts";
import { readTypeDefinitions } from "../../../src/gateway/resolvers/schema.ts";

const schema = buildSchema(readTypeDefinitions());

const list = "query List { tags { totalCount } }";
const entry = (given: Partial<ManifestEntry>): ManifestEntry => ({
  name: "A",
  folder: "",
  query: list,
  variables: "",
  ...given,
});

describe("an exported manifest", () => {
  const entries = [
    entry({}),
    entry({ name: "The same, with variables", folder: "F", variables: '{ "a": 1 }' }),
    entry({
      name: "<img src=x onerror=alert(1)>",
      folder: "../..",
      query: "{ project { projectId } }",
    }),
    entry({
      name: "Described",
      query: '"""Says query Other."""\nquery Described { project { projectId } }',
    }),
    entry({ name: "__proto__", query: "# a comment\nsubscription S { changes { kind } }\n" }),
  ];

  it("is one that the gateway takes: each document once, by its SHA-256", async () => {
    const { text, count, leftOut } = await writeManifest(entries, schema);
    expect({ count, leftOut }).toEqual({ count: 5, leftOut: [] });
    const documents = [...parseManifest(text, schema)];
    expect(documents.map(([, query]) => query)).toEqual([
      ...new Set(entries.map(({ query }) => query)),
    ]);
    for (const [id, query] of documents) {
      expect(id).toBe(createHash("sha256").update(query).digest("hex"));
    }
    expect(JSON.parse(text).operations.map(({ name, type }: never) => [name, type])).toEqual([
      ["List", "query"],
      ["<img src=x onerror=alert(1)>", "query"],
      ["Described", "query"],
      ["S", "subscription"],
    ]);
  });

  it("is imported as it was exported: with all names, folders and variables", async () => {
    expect(readManifest((await writeManifest(entries, schema)).text, "other")).toEqual({
      entries: expect.toSatisfy((read) => {
        expect(new Set(read)).toEqual(new Set(entries));
        return true;
      }),
      leftOut: 0,
    });
  });

  it("leaves out what a gateway would not start with, and says why", async () => {
    const bad = [
      entry({ name: "Torn", query: "{ tags {" }),
      entry({ name: "Torn again", query: "{ tags {" }),
      entry({ name: "Unknown", query: "{ tagz { name } }" }),
      entry({ name: "Fragment", query: "fragment F on Tag { name }" }),
    ];
    const { text, count, leftOut } = await writeManifest([...bad, entry({})], schema);
    expect(count).toBe(1);
    expect([...parseManifest(text, schema).values()]).toEqual([list]);
    expect(leftOut).toEqual([
      { name: "Torn", reason: expect.stringContaining("Syntax Error") },
      { name: "Torn again", reason: expect.stringContaining("Syntax Error") },
      { name: "Unknown", reason: expect.stringContaining("tagz") },
      { name: "Fragment", reason: "it has no operation" },
    ]);
  });

  it("is not checked against a schema that the gateway does not publish", async () => {
    const { count } = await writeManifest([entry({ query: "{ tagz { name } }" })], undefined);
    expect(count).toBe(1);
  });
});

describe("a manifest of another tool", () => {
  it("in Apollo's format has names, and goes into a folder named after the file", () => {
    const manifest = {
      format: "apollo-persisted-query-manifest",
      version: 1,
      operations: [
        { id: "1", name: "Named", type: "query", body: list },
        { id: "2", name: "No document" },
      ],
    };
    expect(readManifest(JSON.stringify(manifest), "team")).toEqual({
      entries: [entry({ name: "Named", folder: "team" })],
      leftOut: 1,
    });
  });

  it("as an object from ids to documents is named by its operations", () => {
    expect(readManifest(JSON.stringify({ abc: list }), "")).toEqual({
      entries: [entry({ name: "List" })],
      leftOut: 0,
    });
  });

  it("has names that can be read and chosen, whatever it gives", () => {
    const body = `${list} # another`;
    const manifest = {
      operations: [
        { id: "1", name: "  ", body: list, saved: [7] },
        { id: "2", name: "x".repeat(1000), body: list },
        {
          id: "3",
          body,
          saved: [
            { name: "  ", folder: " \n" },
            { name: " a\n\u0000b ", folder: " F " },
          ],
        },
      ],
    };
    expect(readManifest(JSON.stringify(manifest), "team")).toEqual({
      entries: [
        entry({ name: "List", folder: "team" }),
        entry({ name: "x".repeat(200), folder: "team" }),
        entry({ name: "List", query: body }),
        entry({ name: "a b", folder: "F", query: body }),
      ],
      leftOut: 0,
    });
  });

  it.each([
    ["no JSON", "query List { a }", "it is not JSON"],
    ["a list", "[1, 2]", "it is no manifest"],
    ["a package.json", '{ "name": "x", "version": "1", "private": true }', "it is no manifest"],
    [
      "an empty manifest",
      '{ "format": "apollo-persisted-query-manifest", "operations": [] }',
      "it is no manifest",
    ],
  ])("that is none, such as %s, is refused with a reason", (_, text, reason) => {
    expect(readManifest(text, "")).toEqual({
      problem: expect.stringContaining(reason),
    });
  });
});
