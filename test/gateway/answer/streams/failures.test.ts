import { expect, test } from "vitest";
import { type SubscribeOptions, subscribe } from "../../../support/event-stream.ts";
import { startGateway, startScriptedGateway } from "../../../support/gateway.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { named } from "../../../support/project.ts";
import { reset, startScriptedRegistry, status } from "../../../support/scripted-registry.ts";
import { until } from "../../../support/upstream.ts";

const changes = `subscription ($of: [AdditionalDataSubject!], $after: String) {
  changes(of: $of, after: $after) { kind node { ... on Tag { name } } cursor }
}`;
const key = "the-key-of-these-tests";
const settings = { CHANGES_POLL_SECONDS: "0.05" };

/** Expects that a stream is a single error and then complete, and returns the error's extensions. */
async function onlyError(stream: Awaited<ReturnType<typeof subscribe>>) {
  expect(stream.status).toBe(200);
  const text = await stream.rest();
  const results = text.split("\n").filter((line) => line.startsWith("data: "));
  expect(results).toHaveLength(1);
  expect(text).toMatch(/\n\nevent: complete\ndata:\n\n$/);
  expect(text).not.toContain("id:");
  const { errors } = JSON.parse(results[0]?.slice("data: ".length) ?? "");
  expect(errors).toHaveLength(1);
  return errors[0].extensions;
}

test("a failure before the first event is the only result of a stream", async () => {
  await using gateway = await startScriptedGateway({ tags: [] }, { settings });
  const { registry: list } = gateway;
  const cases = [
    [{ key, variables: { of: [] } }, { code: "BAD_USER_INPUT" }],
    [{ key, variables: { after: "" } }, { code: "BAD_USER_INPUT" }],
    [{ key, variables: { after: "garbage" } }, { code: "BAD_USER_INPUT" }],
    [{ key, headers: { "last-event-id": "garbage" } }, { code: "BAD_USER_INPUT" }],
    [{ key, headers: { "last-event-id": "" } }, { code: "BAD_USER_INPUT" }],
    [{ key: null }, { code: "UNAUTHENTICATED" }],
    [{ key, headers: { authorization: "Bearer other" } }, { code: "BAD_USER_INPUT" }],
  ] as const;
  for (const [options, extensions] of cases) {
    await using stream = await subscribe(gateway.url, changes, options);
    expect(await onlyError(stream)).toEqual(extensions);
  }
  list.rules.keys.set("refused", 403);
  await using refused = await subscribe(gateway.url, changes, { key: "refused" });
  expect(await onlyError(refused)).toEqual({ code: "FORBIDDEN", registryStatus: 403 });
  expect(list.calls.filter((call) => call.key === key)).toEqual([]);
});

test("if the registry is down at the start, the stream has the same error as a query", async () => {
  await using gateway = await startScriptedGateway(status(500), { settings });
  await using stream = await subscribe(gateway.url, changes, { key });
  expect(await onlyError(stream)).toEqual({ code: "REGISTRY_UNAVAILABLE", registryStatus: 500 });
});

test("if a list is too long to be followed, the error says how many records it has", async () => {
  const tags = [named("a", "one"), named("b", "two")];
  const small = { settings: { ...settings, MAX_SCAN_RECORDS: "1" } };
  await using gateway = await startScriptedGateway({ tags }, small);
  await using stream = await subscribe(gateway.url, changes, { key });
  expect(await onlyError(stream)).toEqual({ code: "SCAN_TOO_LARGE", records: 2 });
});

test("streams survive a registry that goes down, and get the changes when it is back", async () => {
  const tags = [named("a", "one")];
  await using gateway = await startScriptedGateway({ tags }, { settings });
  const { registry: list } = gateway;
  await using stream = await subscribe(gateway.url, changes, { key });
  await stream.change();
  const { behaviour } = list;
  list.behaviour = reset;
  const before = list.calls.length;
  await list.call(before + 4);
  tags.push(named("b", "two"));
  list.behaviour = behaviour;
  expect(await stream.change()).toMatchObject({ kind: "ADDED", node: { name: "two" } });
});

test("when a key is refused, its streams end, and no others", async () => {
  const tags = [named("a", "one")];
  await using gateway = await startScriptedGateway({ tags }, { settings });
  const { registry: list } = gateway;
  await using stream = await subscribe(gateway.url, changes, { key, variables: { of: ["TAG"] } });
  await using other = await subscribe(gateway.url, changes, { key: "another-key" });
  const { cursor } = await stream.change();
  await other.change();
  list.rules.keys.set(key, 401);
  const { errors } = await stream.next();
  expect(errors[0].extensions).toEqual({ code: "UNAUTHENTICATED", registryStatus: 401 });
  expect(await stream.part()).toEqual({ kind: "complete" });
  tags.push(named("b", "two"));
  expect(await other.change()).toMatchObject({ kind: "ADDED" });
  await using again = await subscribe(gateway.url, changes, { key, variables: { after: cursor } });
  expect(await onlyError(again)).toEqual({ code: "UNAUTHENTICATED", registryStatus: 401 });
});

test("a cursor of another key is invalid, and one of another process gets a RESET", async () => {
  await using list = await startScriptedRegistry({ tags: [] });
  const start = () => startGateway({ registryUrl: list.url, key, settings });
  await using gateway = await start();
  await using other = await start();
  await using stream = await subscribe(gateway.url, changes, { key });
  const { cursor: after } = await stream.change();
  await using stolen = await subscribe(gateway.url, changes, { key: "k2", variables: { after } });
  expect(await onlyError(stolen)).toEqual({ code: "BAD_USER_INPUT" });
  await using foreign = await subscribe(other.url, changes, { key, variables: { after } });
  expect(await foreign.change()).toMatchObject({ kind: "RESET" });
});

const filtered =
  "subscription ($filters: [TagFilter!]) { changes { kind node { ... on Tag { linkedTags(filter: { or: $filters }) { totalCount } } } } }";
const byText =
  "subscription ($x: String!) { changes { kind node { ... on Tag { additionalDataField(identifier: $x) { value } } } } }";
const numbered = (length: number, toText: (at: number) => string) =>
  Array.from({ length }, (_, at) => toText(at));
const large = `subscription { changes { ${numbered(400, (at) => `n${at}: node { ...F }`).join(" ")} } }
  fragment F on Tag { id tagId name description isActive addedWhen addedAt lastUpdate updatedAt }`;

test.each<[string, number, string, SubscribeOptions]>([
  ["documents take much memory", 15, large, {}],
  ["variables are long", 20, byText, { variables: { x: "x".repeat(300_000) } }],
  [
    "variables are many small objects",
    20,
    filtered,
    { variables: { filters: Array.from({ length: 9_900 }, () => ({})) } },
  ],
  [
    "headers are many",
    100,
    filtered,
    { headers: Object.fromEntries(numbered(880, String).map((at) => [`h${at}`, at])) },
  ],
])(
  "streams whose %s are refused long before MAX_SUBSCRIPTIONS",
  async (_, most, query, options) => {
    await using gateway = await startListGateway({
      tags: [named("A", "one")],
      settings: { MAX_MEMORY_BYTES: "4000000" },
    });
    // A large document is only taken from a key that the registry has answered.
    await gateway.query("{ project { projectId } }");
    await using streams = new AsyncDisposableStack();
    const statuses = new Set<number>();
    // What each takes was measured: about 700 kB of variables, or 90 kB of headers.
    for (let index = 0; index < most && !statuses.has(503); index++)
      statuses.add(streams.use(await gateway.subscribe(query, options)).status);
    expect([...statuses]).toEqual([200, 503]);
    // Others are served, and so is everybody when these have left.
    await using small = await gateway.subscribe("subscription { changes { kind } }");
    expect(small.status).toBe(200);
    await streams.disposeAsync();
    await until(async () => {
      await using again = await gateway.subscribe(query, options);
      return again.status === 200;
    });
  },
);

test("streams beyond MAX_SUBSCRIPTIONS are refused, and one key can have at most half of them", async () => {
  const few = { settings: { MAX_SUBSCRIPTIONS: "3", MAX_REQUESTS_UNDER_WAY: "1" } };
  await using gateway = await startScriptedGateway({ tags: [] }, few);
  const open = (name: string) => subscribe(gateway.url, changes, { key: name });
  await using first = await open(key);
  await using _second = await open(key);
  await using third = await open(key);
  expect([third.status, third.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(JSON.parse(await third.rest()).errors[0].extensions).toEqual({ code: "OVERLOADED" });
  await using other = await open("another key");
  await using last = await open("a third key");
  expect([other.status, last.status]).toEqual([200, 503]);
  // Streams do not count as requests under way, of which there may be one.
  const { data } = await gateway.query("{ tags { totalCount } }", { key });
  expect(data.tags.totalCount).toBe(0);
  await first.close();
  await gateway.untilFigure("tapgraph_subscriptions", (count) => count === 2);
  await using again = await open(key);
  expect(again.status).toBe(200);
});

test("callers that leave immediately leave no stream and no poll behind", async () => {
  await using gateway = await startListGateway({ tags: [] });
  const leave = async () => {
    const stream = await gateway.subscribe(changes);
    await stream.close();
  };
  await Promise.all(Array.from({ length: 40 }, leave));
  await gateway.untilFigure("tapgraph_subscriptions", (count) => count === 0);
  await gateway.untilUnderWay(0);
  gateway.registry.resetCalls();
  await gateway.poll();
  expect(gateway.registry.calls).toEqual([]);
});
