import { execFile, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { buildSchema, parse } from "graphql";
import { afterAll, describe, expect, it } from "vitest";
import {
  snippetKinds,
  toAddress,
  toLink,
  toSnippet,
} from "../../../src/explorer/query/copy-as/snippets.ts";
import { operationsOf } from "../../../src/explorer/query/operations.ts";
import { readTypeDefinitions } from "../../../src/gateway/resolvers/schema.ts";
import { createFolder } from "../../support/folder.ts";
import { startGateway, startSampleGateway } from "../../support/gateway.ts";

const run = promisify(execFile);
const gateway = await startSampleGateway();
const { key } = gateway.registry;
afterAll(() => gateway[Symbol.asyncDispose]());

const schema = buildSchema(readTypeDefinitions());
const options = { url: `${gateway.url}/graphql`, key, schema };
const env = { ...process.env, TAPGRAPH_KEY: key };

function snippetOf(kind: (typeof snippetKinds)[number], query: string, variables = ""): string {
  const source = toSnippet(kind, { query, variables }, options);
  if ("problem" in source) throw new Error(source.problem);
  return source.text;
}

const commandOf = {
  curl: (text: string) => ["bash", "-c", text] as const,
  fetch: (text: string) => [process.execPath, "--input-type=module", "--eval", text] as const,
};

describe.each(["curl", "fetch"] as const)("copied as %s, a query runs as pasted:", (kind) => {
  it.each([
    [
      "one with quotes, backticks, backslashes, dollars and a comment",
      `# it's \`a\` \${b} "c" \\\n{ tags(filter: { name: { ne: "'\\"\\\\ \`\${x}" } }) { totalCount } }`,
      "",
      2500,
    ],
    [
      "the first of several, with variables on several lines",
      "query A($search: String) { tags(search: $search) { totalCount } } query B { __typename }",
      '{\n  "search": "it\'s nowhere"\n}',
      0,
    ],
  ])("%s", async (_, query, variables, totalCount) => {
    const [command, ...args] = commandOf[kind](snippetOf(kind, query, variables));
    const { stdout } = await run(command, args, { env });
    expect(JSON.parse(stdout)).toEqual({ data: { tags: { totalCount } } });
  });

  it("a subscription, whose events are printed as they come", async () => {
    const text = snippetOf(kind, "subscription { changes { kind } }");
    const [command, ...args] = commandOf[kind](text);
    const child = spawn(command, args, { env, detached: true });
    try {
      for await (const printed of child.stdout.setEncoding("utf8")) {
        if (String(printed).includes("event: next")) return;
      }
      throw new Error("It printed no event");
    } finally {
      // With its children: what bash runs is one.
      if (child.pid !== undefined) process.kill(-child.pid);
    }
  });
});

it.each(["curl", "fetch"] as const)(
  "copied as %s, a registered query is still known to a gateway that runs no others",
  async (kind) => {
    const query = "\n{ tags { totalCount } }\n\n";
    await using folder = await createFolder();
    const PERSISTED_OPERATIONS = folder.file("manifest.json");
    await writeFile(PERSISTED_OPERATIONS, JSON.stringify({ one: query }));
    const settings = { PERSISTED_OPERATIONS, PERSISTED_ONLY: "true" };
    const registryUrl = gateway.registry.url;
    await using strict = await startGateway({ registryUrl, key, settings });
    const source = toSnippet(
      kind,
      { query, variables: "" },
      { ...options, url: `${strict.url}/graphql` },
    );
    if ("problem" in source) throw new Error(source.problem);
    const [command, ...args] = commandOf[kind](source.text);
    const { stdout } = await run(command, args, { env });
    expect(JSON.parse(stdout)).toEqual({ data: { tags: { totalCount: 2500 } } });
  },
);

it("no snippet contains the key, nor does a link", () => {
  const text = { query: "{ tags { totalCount } }", variables: "" };
  for (const kind of snippetKinds) expect(snippetOf(kind, text.query)).not.toContain(key);
  expect(JSON.stringify(toLink(text, options))).not.toContain(key);
});

it.each([
  ["a comment", `# ${key}\n{ __typename }`, ""],
  ["a variable", "query ($a: String) { tags(search: $a) { totalCount } }", `{ "a": "${key}" }`],
  [
    "a variable that escapes it",
    "query ($a: String) { tags(search: $a) { totalCount } }",
    `{ "a": ["\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}"] }`,
  ],
])("a query with the key in %s is not copied, and a sentence says why", (_, query, variables) => {
  const why = { problem: expect.stringContaining("contains the key") };
  for (const kind of snippetKinds) {
    expect(toSnippet(kind, { query, variables }, options)).toEqual(why);
  }
  expect(toLink({ query, variables }, options)).toEqual(why);
});

describe("the address of a registered query", () => {
  const addressOf = (variables: string) => {
    const query =
      "query Q($text: String, $n: [Int!], $words: [String!], $filter: TagFilter, $unset: ID) { a }";
    const [operation] = operationsOf(parse(query));
    if (operation === undefined) throw new Error("There is no operation");
    const url = "https://registry.example/nfc/graphql?query={a}";
    return toAddress(operation, variables, { url, key: "the-key" });
  };

  it.each([
    ["", ""],
    ['{ "text": "a & ü", "unset": null, "other": 1 }', "?text=a+%26+%C3%BC"],
    ['{ "n": [1, 2], "words": ["a", "b c"] }', "?n=1&n=2&words=a&words=b+c"],
    ['{ "n": 3, "words": [] }', "?n=3&words=%5B%5D"],
    ['{ "words": ["[a]", "b"] }', "?words=%5B%22%5Ba%5D%22%2C%22b%22%5D"],
    ['{ "filter": { "isActive": true } }', "?filter=%7B%22isActive%22%3Atrue%7D"],
  ])("has the variables %s as parameters", (variables, expected) => {
    const address = `https://registry.example/nfc/q/Q${expected}`;
    expect(addressOf(variables)).toEqual({ text: address });
  });

  it.each([
    ['{ "text": "the-key" }', "contains the key"],
    ["{ text: 1 }", "not a JSON object"],
  ])("is not copied with the variables %s", (variables, why) => {
    expect(addressOf(variables)).toEqual({ problem: expect.stringContaining(why) });
  });
});

it("a query whose variables are not JSON is not copied as code, and a sentence says why", () => {
  const text = { query: "{ __typename }", variables: "{ first: 1 }" };
  for (const kind of snippetKinds) {
    expect(toSnippet(kind, text, options)).toEqual({
      problem: expect.stringContaining("not a JSON object"),
    });
  }
});

it("a subscription is not copied as Apollo Client, and a sentence says what to do instead", () => {
  const text = { query: "subscription { changes { kind } }", variables: "" };
  expect(toSnippet("Apollo Client", text, options)).toEqual({
    problem: expect.stringContaining("curl or fetch"),
  });
});

it.each(["{ tags { nmae } }", "{ ...A } fragment A on Query { ...A }", "{ tags {"])(
  "%s, which is not valid, is copied without types",
  (query) => {
    const text = snippetOf("Apollo Client", query);
    expect(text).toContain("gql`");
    expect(text).not.toContain("export type");
  },
);

it("types a selection on an interface as the union of what it may be", () => {
  const query =
    "{ node(id: 1) { __typename id ... on Tag { n: name type } ... on Terminal { imei } } }";
  expect(snippetOf("Apollo Client", query)).toContain(`export type AnonymousQuery = {
  node: {
    __typename: "Project";
    id: string;
  } | {
    __typename: "Tag";
    id: string;
    n: string | null;
    type: string | null;
  } | {
    __typename: "Terminal";
    id: string;
    imei: string | null;
  } | null;
};`);
});
