import { createHash } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { startSampleGateway, startScriptedGateway } from "../../../support/gateway.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { status } from "../../../support/scripted-registry.ts";

const changes = "subscription { changes { kind } }";
const sample = await startSampleGateway();
afterAll(() => sample[Symbol.asyncDispose]());

test("the headers come immediately, and ask proxies not to buffer", async () => {
  await using gateway = await startScriptedGateway(() => {});
  const headers = { "accept-encoding": "gzip, br" };
  await using stream = await gateway.subscribe(changes, { headers });
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  expect(stream.headers.has("content-encoding")).toBe(false);
  expect(await stream.part()).toEqual({ kind: "heartbeat" });
});

for (const protocol of ["sse", "multipart"] as const) {
  test(`an idle stream sends a heartbeat within 15 seconds (${protocol})`, async () => {
    await using gateway = await startListGateway({ tags: [] });
    await (await gateway.subscribe(changes)).close();
    await gateway.untilFigure("tapgraph_subscriptions", (count) => count === 0);
    await using stream = await gateway.subscribe(changes, { protocol });
    while ((await stream.part())?.kind !== "next");
    gateway.clock.advance(14_999);
    expect(await stream.part()).toEqual({ kind: "heartbeat" });
    gateway.clock.advance(14_999);
    expect(await stream.part()).toEqual({ kind: "heartbeat" });
  });
}

test("each part comes with its end boundary, and the last boundary ends the document", async () => {
  await using gateway = await startScriptedGateway(status(401));
  await using stream = await gateway.subscribe(changes, { protocol: "multipart" });
  expect(stream.headers.get("content-type")).toBe(
    'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0',
  );
  const [opening, part, end] = (await stream.rest()).split("\r\n--graphql").slice(1);
  expect([opening?.split("\r\n\r\n")[0], part, end]).toEqual([
    "\r\ncontent-type: application/json",
    "--\r\n",
    undefined,
  ]);
  expect(JSON.parse(opening?.split("\r\n\r\n")[1] ?? "").payload.errors[0].extensions.code).toBe(
    "UNAUTHENTICATED",
  );
});

test("a query that is sent as a subscription gets one result and is complete", async () => {
  for (const method of ["POST", "GET"] as const) {
    const query = "{ tags(first: 1) { nodes { name } } }";
    await using stream = await sample.subscribe(query, { method });
    expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await stream.rest()).toMatch(
      /^event: next\ndata: \{"data":\{"tags":.*\}\n\nevent: complete\ndata:\n\n$/,
    );
  }
});

const refused: readonly (readonly [string, string | undefined, string, number])[] = [
  ["a subscription without a media type", undefined, changes, 406],
  ["a subscription that accepts anything", "*/*", changes, 406],
  ["a subscription as JSON", "application/json", changes, 406],
  [
    "a subscription as multipart of another protocol",
    "multipart/mixed;deferSpec=20220824",
    changes,
    406,
  ],
  ["a subscription that does not accept events", "text/event-stream;q=0", changes, 406],
  ["a query as multipart", "multipart/mixed;subscriptionSpec=1.0", "{ __typename }", 406],
  ["a document that cannot be parsed", "text/event-stream", "subscription {", 400],
  ["a field that is not in the schema", "text/event-stream", "subscription { nothing }", 400],
  [
    "two fields",
    "text/event-stream",
    "subscription { a: changes { kind } b: changes { kind } }",
    400,
  ],
  ["no field", "text/event-stream", "subscription { changes @skip(if: true) { kind } }", 400],
  ...[
    "subscription ($a: Boolean = true) { changes @include(if: $a) { kind } }",
    "subscription ($a: Boolean = true) { ... @skip(if: $a) { changes { kind } } }",
    "subscription ($a: Boolean = true) { ...F } fragment F on Subscription { changes @skip(if: $a) { kind } }",
    "subscription { changes @include { kind } }",
    'subscription { changes @include(if: "yes") { kind } }',
  ].map((query) => [`the condition in ${query}`, "text/event-stream", query, 400] as const),
  [
    "a variable of another type",
    "text/event-stream",
    "subscription ($a: Int!) { changes { kind } }",
    400,
  ],
  [
    "a query with a variable of another type",
    "text/event-stream",
    "query ($a: Int!) { tags(first: $a) { totalCount } }",
    400,
  ],
  [
    "a fragment that spreads itself",
    "text/event-stream",
    "subscription { ...F } fragment F on Subscription { ...F }",
    400,
  ],
  ["a missing fragment", "text/event-stream", "subscription { ...F }", 400],
  ["a mutation", "text/event-stream", "mutation { changes { kind } }", 400],
];

test.each(refused)(
  "%s is refused with JSON, every time that it is sent",
  async (_, accept, query, status) => {
    for (const method of ["GET", "POST", "GET"] as const) {
      const headers = { accept: accept ?? "" };
      await using stream = await sample.subscribe(query, { method, headers });
      expect(stream.status).toBe(status);
      expect(stream.headers.get("content-type")).toMatch(/^application\/(graphql-response\+)?json/);
      expect(JSON.parse(await stream.rest()).errors).toHaveLength(1);
    }
  },
);

test("a page of another origin cannot start a stream without a preflight", async () => {
  const query = new URLSearchParams({ query: changes });
  const accept = "text/event-stream";
  for (let round = 0; round < 2; round += 1) {
    const response = await fetch(`${sample.url}/graphql?${query}`, { headers: { accept } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Cross-Site Request Forgery");
  }
});

test("of two protocols, the caller's preferred one is used", async () => {
  const types = [
    ["multipart/mixed;subscriptionSpec=1.0, text/event-stream", "multipart/mixed"],
    ["text/event-stream, multipart/mixed;subscriptionSpec=1.0", "text/event-stream"],
    ["text/event-stream;q=0.5, multipart/mixed;subscriptionSpec=1.0;q=0.9", "multipart/mixed"],
    ["application/json, text/event-stream", "text/event-stream"],
    ["text/event-stream, multipart/mixed", "text/event-stream"],
  ] as const;
  for (const [accept, type] of types) {
    await using stream = await sample.subscribe(changes, { headers: { accept } });
    expect(stream.headers.get("content-type")).toContain(type);
  }
});

test("without polls the schema has no subscriptions", async () => {
  await using gateway = await startSampleGateway({ CHANGES_POLL_SECONDS: "0" });
  const { data } = await gateway.query(
    '{ __schema { subscriptionType { name } } __type(name: "Change") { name } }',
  );
  expect(data).toEqual({ __schema: { subscriptionType: null }, __type: null });
  await using stream = await gateway.subscribe(changes);
  expect(stream.status).toBe(400);
  expect(JSON.parse(await stream.rest()).errors[0].message).toBe(
    "The schema has no subscriptions.",
  );
});

test("a persisted subscription is executed by its hash", async () => {
  await using gateway = await startListGateway({ tags: [] });
  const sha256Hash = createHash("sha256").update(changes).digest("hex");
  const send = (query?: string) =>
    gateway.send(
      JSON.stringify({ query, extensions: { persistedQuery: { version: 1, sha256Hash } } }),
      { accept: "text/event-stream" },
    );
  expect(await (await send()).text()).toContain("PERSISTED_QUERY_NOT_FOUND");
  for (const query of [changes, undefined]) {
    const { headers, body } = await send(query);
    expect(headers.get("content-type")).toContain("text/event-stream");
    await body?.cancel();
  }
});

test("a connection is closed at the end of its stream", async () => {
  await using gateway = await startScriptedGateway(status(401));
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const query = encodeURIComponent(changes);
  socket.write(
    `GET /graphql?query=${query} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nx-api-key: key\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(/event: complete\ndata:\n\n\r\n0\r\n\r\n$/);
});
