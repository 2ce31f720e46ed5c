import { afterAll, describe, expect, test } from "vitest";
import { startRegistry } from "../../src/registry/http/server.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import { createFolder } from "../support/folder.ts";
import { startGateway } from "../support/gateway.ts";
import { expectFixture, fixturesOf } from "./fixtures.ts";
import { fill, key } from "./world.ts";

const stack = new AsyncDisposableStack();
const folder = stack.use(await createFolder());
await fill(folder.file("a.db"), folder);
const store = stack.use(await openStore(folder.file("a.db")));
const registry = await startRegistry({ store, host: "127.0.0.1", port: 0 });
stack.defer(() => registry.close());
const gateway = stack.use(await startGateway({ registryUrl: registry.url, key }));
afterAll(() => stack.disposeAsync());

/** Asks for cursors, and for what comes after one. */
interface Question {
  /** A connection, as it is reached from the query. */
  readonly path: readonly string[];
  readonly document: string;
}

const arguments_ = "first: 10, after: $after";
const questions: Readonly<Record<string, Question>> = {
  "list-cursor": {
    path: ["tags"],
    document: `query ($after: String) { tags(${arguments_}) { edges { cursor of: node { tagId } } } }`,
  },
  "order-cursor": {
    path: ["tags"],
    document: `query ($after: String) {
      tags(orderBy: [{ field: NAME, direction: DESC }, { field: UPDATED_AT }], ${arguments_}) { edges { cursor of: node { tagId } } } }`,
  },
  "issue-cursor": {
    path: ["project", "dataQuality"],
    document: `query ($after: String) {
      project { dataQuality(of: TAG, ${arguments_}) { edges { cursor of: node { code identifier } } } } }`,
  },
};

interface Edge {
  readonly cursor: string;
  readonly of: object;
}

/** The edges after a cursor. */
async function edgesAfter({ path, document }: Question, after: string | null): Promise<Edge[]> {
  const { data, errors } = await gateway.query(document, { variables: { after } });
  if (errors) throw new Error(errors.map(({ message }) => message).join());
  // biome-ignore lint/suspicious/noExplicitAny: the path leads to a connection.
  return path.reduce<any>((value, name) => value[name], data).edges;
}

/** The version in a cursor: the last four bits of its first byte. */
function versionOf(cursor: string): number {
  return (Buffer.from(cursor, "base64url")[0] ?? 0) & 15;
}

describe.each(Object.entries(questions))("%s", (format, question) => {
  test("is written as it was when its version was released, and leads to the same", async () => {
    const edges = await edgesAfter(question, null);
    expect(edges.length).toBeGreaterThan(2);
    const lines = [];
    for (const { cursor, of } of edges) {
      const next = await edgesAfter(question, cursor);
      lines.push(JSON.stringify({ cursor, of, next: next.map((edge) => edge.of) }));
    }
    const version = versionOf(edges[0]?.cursor ?? "");
    await expectFixture(`[\n${lines.join(",\n")}\n]\n`, `${format}-${version}.json`);
  });
});

test("global ids are written as they were, and name the same records", async () => {
  const { data } = await gateway.query(
    "{ tags { nodes { id registry: tagId } } terminals { nodes { id registry: terminalId } } }",
  );
  const ids = [...data.tags.nodes, ...data.terminals.nodes];
  const named = await gateway.query("query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }", {
    variables: { ids: ids.map(({ id }) => id) },
  });
  expect(named.data.nodes.map((node: { readonly id: string }) => node.id)).toEqual(
    ids.map(({ id }) => id),
  );
  const lines = ids.map((id) => JSON.stringify(id)).join(",\n");
  await expectFixture(`[\n${lines}\n]\n`, "global-id-1.json");
});

describe("change-cursor", () => {
  const firstEvent = async (after: string | null) => {
    const document = `subscription ($after: String) { changes(of: TAG, after: $after) { kind cursor } }`;
    await using stream = await gateway.subscribe(document, { variables: { after } });
    return await stream.next();
  };

  test("has a fixture of its version", async () => {
    const { cursor } = (await firstEvent(null)).data.changes;
    const version = versionOf(cursor);
    // A process marks its cursors at random, so the fixture only has to be read.
    const known = fixturesOf("change-cursor").find((fixture) => fixture.version === version);
    await expectFixture(known?.text ?? `["${cursor}"]\n`, `change-cursor-${version}.json`);
  });

  test.each(fixturesOf("change-cursor"))(
    "of version $version gets a RESET, as any of another process",
    async ({ text }) => {
      const event = await firstEvent(JSON.parse(text)[0]);
      expect(event).toMatchObject({ data: { changes: { kind: "RESET" } } });
    },
  );
});
