import { expect, test } from "vitest";
import { toGlobalId } from "../../../../src/gateway/resolvers/values/global-id.ts";
import type { ResponseError } from "../../../support/gateway.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { named } from "../../../support/project.ts";

const all = `subscription ($of: [AdditionalDataSubject!], $after: String) {
  changes(of: $of, after: $after) { kind id fields node { id ... on Tag { name } ... on Terminal { name } } }
}`;
const cursors = `subscription ($after: String) { changes(after: $after) { kind cursor id } }`;

const reset = { kind: "RESET", id: null, fields: null, node: null };

test.each([
  ["sse", "POST"],
  ["multipart", "GET"],
] as const)(
  "a stream reports what is added, changed and removed (%s, %s)",
  async (protocol, method) => {
    await using gateway = await startListGateway({
      tags: [named("a", "one"), named("b", "two")],
      terminals: [named(1, "gate")],
    });
    const { registry } = gateway;
    await using stream = await gateway.subscribe(all, { protocol, method });
    expect(stream.status).toBe(200);
    expect(await stream.change()).toEqual(reset);
    await registry.replace("tag", [named("a", "one"), named("b", "new"), named("c", "three")]);
    await gateway.poll();
    const [b, c] = [toGlobalId("Tag", "b"), toGlobalId("Tag", "c")];
    const events = [await stream.change(), await stream.change()];
    expect(events).toEqual([
      { kind: "CHANGED", id: b, fields: ["name"], node: { id: b, name: "new" } },
      expect.objectContaining({
        kind: "ADDED",
        id: c,
        fields: null,
        node: { id: c, name: "three" },
      }),
    ]);
    await registry.remove("terminal", 1);
    await gateway.poll();
    const id = toGlobalId("Terminal", "1");
    expect(await stream.change()).toEqual({ kind: "REMOVED", id, fields: null, node: null });
  },
);

test("a subscription reads and reports only the lists that it asks for", async () => {
  await using gateway = await startListGateway({
    tags: [named("a", "one")],
    terminals: [named(1, "gate")],
  });
  await using stream = await gateway.subscribe(all, { variables: { of: ["TERMINAL"] } });
  await stream.change();
  await gateway.registry.replace("tag", []);
  await gateway.registry.replace("terminal", [named(1, "door")]);
  await gateway.poll();
  expect(await stream.change()).toMatchObject({ kind: "CHANGED", node: { name: "door" } });
  expect(gateway.registry.calls.filter((call) => call.includes("/tags"))).toEqual([]);
});

test("a stream resumes after a cursor, and Last-Event-ID takes precedence over `after`", async () => {
  await using gateway = await startListGateway({ tags: [] });
  await using first = await gateway.subscribe(cursors);
  const { cursor: start } = await first.change();
  await gateway.registry.replace("tag", [named("a", "one"), named("b", "two")]);
  await gateway.poll();
  const [one, two] = [await first.part(), await first.part()];
  const cursor = one?.result.data.changes.cursor;
  expect(one?.id).toBe(cursor);
  await first.close();
  await gateway.registry.replace("tag", [named("b", "two")]);
  await using again = await gateway.subscribe(cursors, { variables: { after: cursor } });
  const { id, kind } = two?.result.data.changes ?? {};
  expect(await again.change()).toMatchObject({ id, kind });
  expect(await again.change()).toMatchObject({ kind: "REMOVED", id: one?.result.data.changes.id });
  await using other = await gateway.subscribe(cursors, {
    variables: { after: start },
    headers: { "last-event-id": cursor },
  });
  expect(await other.change()).toMatchObject({ id, kind });
});

/** Two selections whose result depends on a variable that also sets `after`, or has the same value. */
const selections = [
  [
    "both its point of resumption and its selection",
    "subscription ($q: String!) { changes(after: $q) { node { ... on Tag { field: additionalDataField(identifier: $,q) { identifier } } } } }",
    (after: string) => ({ q: after }),
    (after: string) => after,
  ],
  [
    "its selection, and equals the point of resumption,",
    "subscription ($q: String, $after: String) { changes(after: $after) { node { ... on Tag { project { tags(first: 1, search: $q) { totalCount } } } } } }",
    (after: string, isFirst: boolean) => (isFirst ? { after, q: after } : { after }),
    (_: string, isFirst: boolean) => (isFirst ? 0 : 2),
  ],
] as const;

test.for(selections)(
  "two streams share no event if they differ in one variable that sets %s",
  async ([, query, variablesOf, expected]) => {
    await using gateway = await startListGateway({ tags: [] });
    await using listener = await gateway.subscribe(cursors);
    const { cursor: start } = await listener.change();
    await gateway.registry.replace("tag", [named("a", "one"), named("b", "two")]);
    await gateway.poll();
    const { cursor } = await listener.change();
    const results: unknown[] = [];
    for (const [after, isFirst] of [
      [start, true],
      [cursor, false],
    ] as const) {
      const variables = variablesOf(after, isFirst);
      await using stream = await gateway.subscribe(query, { variables });
      if (isFirst) await stream.change();
      const { node } = await stream.change();
      results.push(node.field?.identifier ?? node.project.tags.totalCount);
    }
    expect(results).toEqual([expected(start, true), expected(cursor, false)]);
  },
);

test("an event's selection, joins included, is executed once for all equal subscriptions", async () => {
  const settings = { MAX_REGISTRY_CALLS: "20" };
  const links = "tag.terminal_id=terminal.id";
  const door = { additional_data: { terminal_id: 1 } };
  await using gateway = await startListGateway({
    ...{ settings, links },
    tags: [],
    terminals: [named(1, "gate")],
    structures: { tag: null },
  });
  const query = `subscription { changes(of: TAG) { node { ... on Tag {
    name additionalDataField(identifier: "terminal_id") { terminal { name } } } } } }`;
  const streams = await Promise.all(Array.from({ length: 8 }, () => gateway.subscribe(query)));
  for (const stream of streams) await stream.change();
  gateway.registry.resetCalls();
  await gateway.registry.replace("tag", [named("a", "one", door)]);
  await gateway.poll();
  for (const stream of streams) {
    const field = { terminal: { name: "gate" } };
    expect(await stream.change()).toEqual({ node: { name: "one", additionalDataField: field } });
    await stream.close();
  }
  const calls = gateway.registry.calls.map((call) => call.replace(/^GET .api.v1.|[?].*/g, ""));
  expect(calls.sort()).toEqual(["additional_data/structure/tag", "tags", "tags", "terminals/1/"]);
});

test("the calls of an event are bounded, and each event has its own bound", async () => {
  const tags = (name: string) => [
    named(name, name, { additional_data: { terminal_id: 1, home: 2 } }),
  ];
  await using gateway = await startListGateway({
    settings: { MAX_REGISTRY_CALLS: "2" },
    tags: [],
    terminals: [named(1, "gate"), named(2, "home")],
    links: "tag.terminal_id=terminal.id",
  });
  const query = `subscription { changes(of: TAG) { node { ... on Tag { name
    additionalDataField(identifier: "terminal_id") { item { name } terminal { name } }
    project { terminals(first: 1) { totalCount nodes { additionalDataFields { item { name } } } } } } } } }`;
  await using stream = await gateway.subscribe(query);
  await stream.change();
  for (const name of ["one", "two"]) {
    await gateway.registry.replace("tag", tags(name));
    await gateway.poll();
    const { data, errors } = await stream.next();
    const codes = errors.map(({ extensions }: ResponseError) => extensions.code);
    expect(new Set(codes)).toEqual(new Set(["REGISTRY_CALL_LIMIT"]));
    expect(data.changes.node.name).toBe(name);
    await gateway.registry.replace("tag", []);
    await gateway.poll();
    expect((await stream.next()).errors).toBeUndefined();
  }
});

test("the cost of an event is reported to callers that ask for it", async () => {
  await using gateway = await startListGateway({ tags: [] });
  const headers = { "x-tapgraph-explain": "1" };
  await using stream = await gateway.subscribe(all, { headers });
  expect((await stream.next()).extensions.tapgraph).toMatchObject({ calls: 0 });
  await gateway.registry.replace("tag", [named("a", "one")]);
  await gateway.poll();
  expect((await stream.next()).extensions.tapgraph).toMatchObject({ calls: 0, shared: 0 });
});

test("a list is polled once for all listeners of a key, and not without listeners", async () => {
  await using gateway = await startListGateway({ tags: [named("a", "one")] });
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => gateway.subscribe(all, { variables: { of: ["TAG"] } })),
  );
  for (const stream of streams) await stream.change();
  gateway.registry.resetCalls();
  await gateway.registry.replace("tag", [named("a", "new")]);
  await gateway.poll();
  for (const stream of streams) {
    expect((await stream.change()).kind).toBe("CHANGED");
    await stream.close();
  }
  expect(gateway.registry.calls).toHaveLength(3);
  await gateway.untilFigure("tapgraph_subscriptions", (count) => count === 0);
  await gateway.poll();
  await gateway.poll();
  expect(gateway.registry.calls).toHaveLength(3);
  expect(await gateway.metrics(/^tapgraph_changes_(polls|poll_calls|sent)/)).toEqual({
    'tapgraph_changes_polls_total{outcome="ok"}': 1,
    tapgraph_changes_poll_calls_total: 3,
    'tapgraph_changes_sent_total{kind="reset"}': 20,
    'tapgraph_changes_sent_total{kind="changed"}': 20,
  });
});
