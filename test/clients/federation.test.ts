import { join } from "node:path";
import { createGatewayRuntime } from "@graphql-hive/gateway-runtime";
import { composeServices } from "@theguild/federation-composition";
import { parse } from "graphql";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { runTapgraph } from "../support/tapgraph.ts";
import { type SightingsSubgraph, startSightingsSubgraph } from "./sightings-subgraph.ts";

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;
let sightings: SightingsSubgraph;
let router: ReturnType<typeof createGatewayRuntime>;

/** The records that the sightings are about, as tapgraph itself returns them. */
let tags: readonly { readonly tagId: string; readonly name: string }[];
let terminals: readonly { readonly terminalId: string; readonly name: string }[];

beforeAll(async () => {
  gateway = await startSampleGateway({ FEDERATION: "true" });
  const { data } = await gateway.query(
    "{ tags(first: 3) { nodes { tagId name } } terminals(first: 3) { nodes { terminalId name } } }",
  );
  tags = data.tags.nodes;
  terminals = data.terminals.nodes;
  sightings = await startSightingsSubgraph(
    tags.map(({ tagId }, index) => ({
      seenAt: `2026-03-0${index + 1}`,
      tagId,
      terminalId: terminals[index]?.terminalId ?? "",
    })),
  );
  router = createGatewayRuntime({
    supergraph: await composeSupergraph(),
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) => ({ "x-api-key": request.headers.get("x-api-key") }),
    },
    logging: false,
  });
});

afterAll(async () => {
  await router[Symbol.asyncDispose]();
  await sightings[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

beforeEach(() => gateway.registry.resetCalls());

async function composeSupergraph(): Promise<string> {
  const ownFields = join(import.meta.dirname, "../../schema/sample/own-fields.graphql");
  await using run = await runTapgraph(["schema", "--federation"], { OWN_FIELDS: ownFields });
  expect(await run.exit()).toBe(0);
  const { errors, supergraphSdl } = composeServices([
    { name: "tapgraph", url: `${gateway.url}/graphql`, typeDefs: parse(run.output) },
    { name: "sightings", url: sightings.url, typeDefs: parse(sightings.sdl) },
  ]);
  expect(errors).toBeUndefined();
  return supergraphSdl ?? "";
}

async function ask(query: string, key: string, variables = {}) {
  const response = await router.fetch("http://router/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

test("a router joins another subgraph's records with tags and terminals, with one REST call for each record", async () => {
  const result = await ask(
    "{ sightings { seenAt tag { tagId name isActive } terminal { name } } }",
    gateway.registry.key,
  );
  expect(result).toEqual({
    data: {
      sightings: tags.map(({ tagId, name }, index) => ({
        seenAt: `2026-03-0${index + 1}`,
        tag: { tagId, name, isActive: expect.any(Boolean) },
        terminal: { name: terminals[index]?.name },
      })),
    },
  });
  expect([...gateway.registry.calls].sort()).toEqual(
    [
      ...tags.map(({ tagId }) => `GET /api/v1/tags/${tagId}/`),
      ...terminals.map(({ terminalId }) => `GET /api/v1/terminals/${terminalId}/`),
    ].sort(),
  );
});

test("a router asks for own fields, and for the records that they name", async () => {
  const data = "{ floor terminal { name } }";
  const own = await gateway.query(`{ tags(first: 3) { nodes { data ${data} } } }`);
  expect(await ask(`{ sightings { tag { data ${data} } } }`, gateway.registry.key)).toEqual({
    data: { sightings: own.data.tags.nodes.map((tag: unknown) => ({ tag })) },
  });
});

test("a router adds another subgraph's fields to a page of tags", async () => {
  const result = await ask(
    "{ tags(first: 2) { pageInfo { hasNextPage } nodes { name sightings { seenAt } } } }",
    gateway.registry.key,
  );
  expect(result).toEqual({
    data: {
      tags: {
        pageInfo: { hasNextPage: true },
        nodes: [
          { name: tags[0]?.name, sightings: [{ seenAt: "2026-03-01" }] },
          { name: tags[1]?.name, sightings: [{ seenAt: "2026-03-02" }] },
        ],
      },
    },
  });
});

test("a router forwards the caller's key, and a refused key costs only tapgraph's fields", async () => {
  const result = await ask("{ sightings { seenAt tag { name } } }", "no-such-key");
  expect(sightings.keys).toContain("no-such-key");
  expect(result).toMatchObject({
    data: {
      sightings: [1, 2, 3].map((day) => ({ seenAt: `2026-03-0${day}`, tag: { name: null } })),
    },
    errors: tags.map(() => ({ extensions: { code: "UNAUTHENTICATED" } })),
  });
});

test("a router passes on nested filters, orders and lookups", async () => {
  const query = `query ($not: TagFilter, $orderBy: [TagOrder!], $uid: String!) {
    tags(filter: { isActive: { eq: true }, not: $not }, orderBy: $orderBy, search: "door", first: 2) {
      totalCount nodes { name }
    }
    tagsByUid(uid: $uid) { spelling tag { name } }
  }`;
  const [tag] = tags;
  const variables = {
    not: { or: [{ name: { contains: "fire" } }, { not: { addedAt: { isNull: false } } }] },
    orderBy: [{ field: "NAME", direction: "DESC" }],
    uid: tag?.tagId.toLowerCase(),
  };
  const { data, errors } = await gateway.query(query, { variables });
  expect(errors).toBeUndefined();
  expect(data.tagsByUid).toEqual([{ spelling: "SAME", tag: { name: tag?.name } }]);
  expect(await ask(query, gateway.registry.key, variables)).toEqual({ data });
});
