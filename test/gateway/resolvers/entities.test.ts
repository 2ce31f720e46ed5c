import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";

const document = `
  query ($representations: [_Any!]!) {
    _entities(representations: $representations) {
      __typename
      ... on Tag { id tagId }
      ... on Terminal { id terminalId }
    }
  }
`;

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;
let tags: readonly { readonly id: string; readonly tagId: string }[];
let terminal: { readonly id: string; readonly terminalId: string };

beforeAll(async () => {
  gateway = await startSampleGateway({ FEDERATION: "true" });
  const { data } = await gateway.query(
    "{ tags(first: 500) { nodes { id tagId } } terminals(first: 1) { nodes { id terminalId } } }",
  );
  tags = data.tags.nodes;
  [terminal] = data.terminals.nodes;
});

afterAll(() => gateway[Symbol.asyncDispose]());

beforeEach(() => gateway.registry.resetCalls());

function askFor(...representations: readonly unknown[]) {
  return gateway.query(document, { variables: { representations } });
}

function tagAt(index: number) {
  const tag = tags[index];
  if (tag === undefined) throw new Error(`The sample has no tag ${index}.`);
  return tag;
}

describe("entities", () => {
  test("are found by each of their keys, in the requested order, with one GET for each record", async () => {
    const { id, tagId } = tagAt(0);
    const { terminalId } = terminal;
    const { data, errors } = await askFor(
      { __typename: "Terminal", terminalId },
      { __typename: "Tag", id },
      { __typename: "Tag", tagId },
      { __typename: "Terminal", id: terminal.id },
      { __typename: "Terminal", terminalId: Number(terminalId) },
      { __typename: "Tag", id, tagId, name: "a field of another subgraph" },
    );
    expect(errors).toBeUndefined();
    const tag = { __typename: "Tag", id, tagId };
    const device = { __typename: "Terminal", ...terminal };
    expect(data._entities).toEqual([device, tag, tag, device, device, tag]);
    expect([...gateway.registry.calls].sort()).toEqual([
      `GET /api/v1/tags/${tagId}/`,
      `GET /api/v1/terminals/${terminalId}/`,
    ]);
  });

  test("are planned together if there are many: far fewer calls than entities", async () => {
    const { data, errors } = await askFor(
      ...tags.map(({ tagId }) => ({ __typename: "Tag", tagId })),
    );
    expect(errors).toBeUndefined();
    expect(data._entities).toEqual(tags.map((tag) => ({ __typename: "Tag", ...tag })));
    expect(gateway.registry.calls.length).toBeLessThan(tags.length / 4);
  });

  test("are null without an error when there is no such record", async () => {
    const { data, errors } = await askFor(
      { __typename: "Tag", tagId: "04FFFFFFFFFFFF" },
      { __typename: "Terminal", terminalId: "007" },
    );
    expect([data, errors]).toEqual([{ _entities: [null, null] }, undefined]);
  });

  test("are all refused without a call if one representation is null", async () => {
    const { data, errors } = await askFor({ __typename: "Tag", tagId: tagAt(0).tagId }, null);
    expect(data?._entities).toBeUndefined();
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    expect(gateway.registry.calls).toEqual([]);
  });

  test("need the key", async () => {
    const { status, data, errors } = await gateway.query(document, {
      key: null,
      variables: { representations: [{ __typename: "Tag", tagId: "a" }] },
    });
    expect([status, data]).toEqual([200, null]);
    expect(errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });
});

describe("a wrong representation is null with an error, and leaves the others alone:", () => {
  test.each<readonly [string, () => unknown]>([
    ["a number", () => 5],
    ["a string", () => "Tag"],
    ["a list", () => []],
    ["no type", () => ({ tagId: "a" })],
    ["an unknown type", () => ({ __typename: "Project", id: "1" })],
    ["a type that is a list", () => ({ __typename: ["Tag"], tagId: "a" })],
    ["no key", () => ({ __typename: "Tag", name: "a" })],
    ["another type's key", () => ({ __typename: "Tag", terminalId: "1" })],
    ["a key that is not an id", () => ({ __typename: "Tag", tagId: { a: 1 } })],
    ["a key that is null", () => ({ __typename: "Terminal", terminalId: null })],
    ["an id that is not global", () => ({ __typename: "Tag", id: "5" })],
    ["another type's global id", () => ({ __typename: "Tag", id: terminal.id })],
    ["keys of two records", () => ({ __typename: "Tag", id: tagAt(0).id, tagId: tagAt(1).tagId })],
  ])("%s", async (_, representation) => {
    const { id, tagId } = tagAt(0);
    const { status, data, errors } = await askFor(representation(), { __typename: "Tag", tagId });
    expect(status).toBe(200);
    expect(data).toEqual({ _entities: [null, { __typename: "Tag", id, tagId }] });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ["_entities", 0],
      extensions: { code: "BAD_USER_INPUT" },
    });
  });
});

describe("the schema", () => {
  const names =
    /_Any|_Entity|_Service|_entities|_service|federation__|link__|"(key|link|shareable)"/;
  const introspection = "{ __schema { types { name fields { name } } directives { name } } }";

  test("shows nothing of the subgraph without FEDERATION", async () => {
    await using plain = await startSampleGateway();
    const { data } = await plain.query(introspection);
    expect(JSON.stringify(data)).not.toMatch(names);
    const { errors } = await plain.query("{ _service { sdl } }");
    expect(errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  });

  test("is served to a router without an API key, with the keys of its entities", async () => {
    const { data } = await gateway.query("{ _service { sdl } }", { key: null });
    expect(data._service.sdl).toContain(
      'type Tag implements Node @key(fields: "id") @key(fields: "tagId") {',
    );
  });

  test("is not served with INTROSPECTION=false, while entities are", async () => {
    await using closed = await startSampleGateway({ FEDERATION: "true", INTROSPECTION: "false" });
    const { errors } = await closed.query("{ _service { sdl } }");
    expect(errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
    const { data } = await closed.query(document, {
      variables: { representations: [{ __typename: "Tag", tagId: tagAt(0).tagId }] },
    });
    expect(data._entities).toHaveLength(1);
  });
});
