import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";
import { startListGateway } from "../../support/list-gateway.ts";

const document = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Tag { id tagId }
    ... on Terminal { id terminalId }
  }
}`;

const gateway = await startSampleGateway({ FEDERATION: "true" });
const { data: sample } = await gateway.query(`{
  tags(first: 500) { nodes { __typename id tagId } }
  terminals(first: 1) { nodes { __typename id terminalId } }
}`);
const tags: readonly { readonly id: string; readonly tagId: string }[] = sample.tags.nodes;
const [terminal] = sample.terminals.nodes;
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(() => gateway.registry.resetCalls());

const askFor = (...representations: readonly unknown[]) =>
  gateway.query(document, { variables: { representations } });

describe("entities", () => {
  test("are found by each of their keys, in the requested order, with one GET for each record", async () => {
    const [tag] = tags;
    const { terminalId, id } = terminal;
    const { data, errors } = await askFor(
      { __typename: "Terminal", terminalId },
      { __typename: "Tag", id: tag?.id },
      { __typename: "Tag", tagId: tag?.tagId },
      { __typename: "Terminal", id },
      { __typename: "Terminal", terminalId: Number(terminalId) },
      { ...tag, name: "a field of another subgraph" },
    );
    expect(errors).toBeUndefined();
    expect(data._entities).toEqual([terminal, tag, tag, terminal, terminal, tag]);
    expect(gateway.registry.calls.toSorted()).toEqual([
      `GET /api/v1/tags/${tag?.tagId}/`,
      `GET /api/v1/terminals/${terminalId}/`,
    ]);
  });

  test("are planned together if there are many: far fewer calls than entities", async () => {
    const { data } = await askFor(...tags.map(({ tagId }) => ({ __typename: "Tag", tagId })));
    expect(data._entities).toEqual(tags);
    expect(gateway.registry.calls.length).toBeLessThan(tags.length / 4);
  });

  test("are all refused without a call if one representation is null, and need the key", async () => {
    const one = { __typename: "Tag", tagId: "a" };
    const refused = await askFor(one, null);
    expect(refused.errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    const variables = { representations: [one] };
    const { data, errors } = await gateway.query(document, { key: null, variables });
    expect([data, errors?.[0]?.extensions.code]).toEqual([null, "UNAUTHENTICATED"]);
    expect(gateway.registry.calls).toEqual([]);
  });

  test.each<[string, () => unknown]>([
    ["a number", () => 5],
    ["an unknown type", () => ({ __typename: "Project", id: "1" })],
    ["no key", () => ({ __typename: "Tag", name: "a" })],
    ["another type's key", () => ({ __typename: "Tag", terminalId: "1" })],
    ["a key that is not an id", () => ({ __typename: "Tag", tagId: { a: 1 } })],
    ["an id that is not global", () => ({ __typename: "Tag", id: "5" })],
    ["another type's global id", () => ({ __typename: "Tag", id: terminal.id })],
    ["keys of two records", () => ({ ...tags[0], tagId: tags[1]?.tagId })],
  ])("are null with an error for %s, which leaves the others alone", async (_, representation) => {
    const { data, errors } = await askFor(representation(), tags[0]);
    expect(data).toEqual({ _entities: [null, tags[0]] });
    expect(errors).toMatchObject([
      { path: ["_entities", 0], extensions: { code: "BAD_USER_INPUT" } },
    ]);
  });
});

describe("the schema", () => {
  const names =
    /_Any|_Entity|_Service|_entities|_service|federation__|link__|"(key|link|shareable)"/;

  test("shows nothing of the subgraph without FEDERATION", async () => {
    await using plain = await startListGateway({});
    const { data } = await plain.query(
      "{ __schema { types { name fields { name } } directives { name } } }",
    );
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
    const settings = { FEDERATION: "true", INTROSPECTION: "false" };
    await using closed = await startListGateway({ tags: [{ id: "a" }], settings });
    const { errors } = await closed.query("{ _service { sdl } }");
    expect(errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
    const variables = { representations: [{ __typename: "Tag", tagId: "a" }] };
    const { data } = await closed.query(document, { variables });
    expect(data._entities).toMatchObject([{ tagId: "a" }]);
  });
});
