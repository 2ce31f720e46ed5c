import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSchema } from "../../../src/graphql/schema.ts";
import { seed } from "../../connection/seed.ts";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import { type Operation, operations } from "../../support/random-operation.ts";
import { type SampleRegistry, startSampleRegistry } from "../../support/sample-registry.ts";

/** Read by the registry at each call. */
const misbehaviour = { latencyMs: 0 };
let registry: SampleRegistry;
let quick: TestGateway;
let slow: TestGateway;

beforeAll(async () => {
  registry = await startSampleRegistry({ misbehaviour });
  [quick, slow] = await Promise.all([start("true"), start("false")]);
});

afterAll(async () => {
  await Promise.all([quick[Symbol.asyncDispose](), slow[Symbol.asyncDispose]()]);
  await registry[Symbol.asyncDispose]();
});

function start(quickWay: string): Promise<TestGateway> {
  const { url: registryUrl, key, links } = registry;
  return startGateway({ registryUrl, key, links, settings: { QUICK_WAY: quickWay } });
}

interface ComparableAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An answer but for what differs from one request to the next; its errors in the order of their paths. */
async function answerOf(
  gateway: TestGateway,
  operation: Operation,
  key = registry.key,
): Promise<ComparableAnswer> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify(operation),
  });
  // A machine that is busy with other tests may make a gateway turn requests away: that says nothing of its ways.
  if (response.status === 503) return answerOf(gateway, operation, key);
  const text = await response.text();
  const { date, "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
  const { errors, ...rest } = JSON.parse(text);
  const sorted = errors?.toSorted((one: { path?: unknown }, other: { path?: unknown }) =>
    JSON.stringify([one.path, one]) < JSON.stringify([other.path, other]) ? -1 : 1,
  );
  return {
    status: response.status,
    headers,
    // Without errors nothing is sorted: the very bytes are compared.
    body: errors === undefined ? text : { errors: sorted, ...rest },
  };
}

async function renewQuick(): Promise<void> {
  await quick[Symbol.asyncDispose]();
  quick = await start("true");
}

/** The same operation by both ways; the quick way takes it the second time. */
async function compare(operation: Operation, key?: string): Promise<number> {
  await answerOf(quick, operation, key);
  const [first, second] = [
    await answerOf(quick, operation, key),
    await answerOf(slow, operation, key),
  ];
  expect(first).toEqual(second);
  return first.status;
}

const handWritten: readonly Operation[] = [
  { query: "{ __typename }", variables: {} },
  { query: "{ tags(first: 3) { nodes { __typename id tagId name } } }", variables: {} },
  {
    query:
      "query ($n: Int = 2) { tags(first: $n) { edges { cursor node { name } } pageInfo { endCursor hasNextPage } } }",
    variables: {},
  },
  { query: "query ($n: Int) { tags(first: $n) { totalCount } }", variables: { n: "many" } },
  { query: "query ($n: Int!) { tags(first: $n) { totalCount } }", variables: {} },
  { query: "query A { __typename } query B { terminals { totalCount } }", variables: {} },
  {
    query:
      "{ tags(first: -1) { totalCount } terminals(last: 5000) { totalCount } project { projectId } }",
    variables: {},
  },
  { query: "{ tagz { id } }", variables: {} },
  { query: "{", variables: {} },
  { query: "{ tag(id: 5) { ...F } } fragment F on Tag { ...F }", variables: {} },
  { query: "{ __schema { types { name fields { name } } } }", variables: {} },
  { query: '{ __type(name: "Tag") { name description } a: __typename }', variables: {} },
  { query: "mutation { tags }", variables: {} },
  {
    query:
      "query ($x: Boolean!) { tags(first: 1) @include(if: $x) { nodes { name @skip(if: $x) tagId } } }",
    variables: { x: true },
  },
  {
    query:
      "{ tags(first: 20) { nodes { additionalDataFields { identifier value item { type } terminal { name } tag { name } } } } }",
    variables: {},
  },
];

test.each(handWritten)("both ways answer $query alike", async (operation) => {
  await compare(operation);
});

test("both ways answer thousands of generated operations alike", { timeout: 240_000 }, async () => {
  const document =
    "{ tags(first: 3) { edges { cursor node { id tagId } } } terminals(first: 3) { edges { cursor node { id terminalId } } } }";
  const { data } = await slow.query(document);
  const edges = [...data.tags.edges, ...data.terminals.edges];
  const values = {
    ids: edges.flatMap(({ node }) => [node.id, node.tagId ?? node.terminalId]),
    cursors: edges.map(({ cursor }) => cursor),
  };
  const numRuns = 2000;
  let [compared, answered] = [0, 0];
  await fc.assert(
    fc.asyncProperty(operations(createSchema(), values), async (operation) => {
      compared += 1;
      // A gateway compiles only so much for so few requests.
      if (compared % 50 === 0) await renewQuick();
      if ((await compare(operation)) === 200) answered += 1;
    }),
    { numRuns, seed },
  );
  // A comparison of refusals would prove little.
  expect(answered).toBeGreaterThan(numRuns / 2);
});

test("both ways refuse a key alike", async () => {
  await compare({ query: "{ tags { totalCount } tag(id: 5) { id } }", variables: {} }, "unknown");
});

describe("sharing", () => {
  const operation = { query: "query Shared { tags(first: 40) { nodes { name } } }", variables: {} };

  test("200 equal requests at once cost one REST call, and all get the answer", async () => {
    const expected = await answerOf(quick, operation);
    registry.resetCalls();
    misbehaviour.latencyMs = 1000;
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => answerOf(quick, operation)),
    );
    misbehaviour.latencyMs = 0;
    for (const answer of answers) expect(answer).toEqual(expected);
    expect(registry.calls).toHaveLength(1);
  });

  test("requests of two keys at once never share", async () => {
    const keys = Array.from({ length: 100 }, (_, index) =>
      index % 2 === 0 ? registry.key : registry.otherKey,
    );
    const own = await answerOf(slow, operation, registry.key);
    const other = await answerOf(slow, operation, registry.otherKey);
    const answers = await Promise.all(keys.map((key) => answerOf(quick, operation, key)));
    const expected = keys.map((key) => (key === registry.key ? own : other));
    expect(answers).toEqual(expected);
  });
});
