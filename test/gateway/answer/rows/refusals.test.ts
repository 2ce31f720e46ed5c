import { once } from "node:events";
import { connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { ManualClock } from "../../../support/manual-clock.ts";
import { startMovingLists } from "../../../support/moving-lists.ts";
import { named } from "../../../support/project.ts";
import {
  type Behaviour,
  reset,
  stall,
  startScriptedRegistry,
  status,
  text,
} from "../../../support/scripted-registry.ts";
import { type AskOptions, startFiles } from "./setup.ts";

interface Refused {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly options?: AskOptions;
  readonly settings?: Readonly<Record<string, string>>;
  /** What the registry does instead of answering. */
  readonly behaviour?: Behaviour;
  /** The status, the code, the calls to the registry, and `retry-after`. */
  readonly expected: readonly [number, string, number, string?];
}

const csv = { accept: "text/csv" };
const name = "{ tags { nodes { name } } }";
const filtered = "{ tags(filter: {}) { nodes { name } } }";
const mistake = [400, "BAD_USER_INPUT", 0] as const;

const paged = (args: string) => `{ tags(first: 1, ${args}) { nodes { name } } }`;

const refused: Readonly<Record<string, Refused>> = {
  "no GraphQL": { query: "{ tags", expected: [400, "GRAPHQL_PARSE_FAILED", 0] },
  "an unknown field": { query: "{ tagz }", expected: [400, "GRAPHQL_VALIDATION_FAILED", 0] },
  "a variable of another type": {
    query: "query ($first: Int) { tags(first: $first) { nodes { name } } }",
    ...{ variables: { first: "many" }, expected: mistake },
  },
  "no list": { query: '{ tag(id: "a") { name } }', expected: mistake },
  "only a type's name": { query: "{ __typename }", expected: mistake },
  "two lists": {
    query: "{ a: tags { nodes { name } } b: tags { nodes { name } } }",
    expected: mistake,
  },
  "a list and a record": {
    query: '{ tags { nodes { name } } tag(id: "a") { name } }',
    expected: mistake,
  },
  "lists of many records": {
    query: '{ nodes(ids: ["a"]) { ... on Tag { linkedTags { nodes { name } } } } }',
    expected: mistake,
  },
  "a list of something else": {
    query: '{ tagsByUid(uid: "04") { spelling } }',
    expected: mistake,
  },
  "nodes and edges": { query: "{ tags { nodes { name } edges { cursor } } }", expected: mistake },
  "two aliases of nodes": {
    query: "{ tags { nodes { name } a: nodes { name } } }",
    expected: mistake,
  },
  "neither nodes nor edges": { query: "{ tags { totalCount } }", expected: mistake },
  "nodes that are left out": {
    query: "{ tags { nodes @skip(if: true) { name } totalCount } }",
    expected: mistake,
  },
  after: { query: paged('after: "oMepDJ4"'), expected: mistake },
  before: { query: paged('before: ""'), expected: mistake },
  offset: { query: paged("offset: 0"), expected: mistake },
  last: { query: "{ tags(last: 1) { nodes { name } } }", expected: mistake },
  "after in a variable": {
    query: "query ($after: String) { tags(after: $after) { nodes { name } } }",
    ...{ variables: { after: "" }, expected: mistake },
  },
  "a first below zero": { query: "{ tags(first: -1) { nodes { name } } }", expected: mistake },
  "a filter that cannot be read": {
    query: "{ tags(filter: { addedAt: { within: {} } }) { nodes { name } } }",
    expected: mistake,
  },
  "a list of objects in CSV": {
    query: "{ tags { nodes { additionalDataFields { value } } } }",
    ...{ options: csv, expected: mistake },
  },
  "a list within a row in CSV": {
    query: "{ tags { nodes { linkedTags { nodes { name } } } } }",
    ...{ options: csv, expected: mistake },
  },
  "a column of NDJSON named errors": {
    query: "{ tags { nodes { errors: name } } }",
    expected: mistake,
  },
  "a stream": {
    query: "subscription { changes { kind } }",
    expected: [406, "BAD_REQUEST", 0],
  },
  "an operation that is too large": {
    query: "{ tags(first: 1000) { nodes { linkedTags(first: 1000) { nodes { name } } } } }",
    expected: [400, "QUERY_TOO_COMPLEX", 0],
  },
  "no key": {
    query: name,
    options: { headers: { "x-api-key": "" } },
    expected: [401, "UNAUTHENTICATED", 0],
  },
  "a page of another site's simple request": {
    query: name,
    options: { method: "GET", headers: { "x-api-key": "" } },
    expected: [400, "BAD_REQUEST", 0],
  },
  "more rows than may be read": {
    query: "query ($n: Int) { tags(first: $n) { nodes { name } } }",
    ...{ variables: { n: 3 }, settings: { MAX_SCAN_RECORDS: "2" } },
    expected: [413, "SCAN_TOO_LARGE", 0],
  },
  "a list with more rows than may be read": {
    ...{ query: name, settings: { MAX_SCAN_RECORDS: "2" } },
    expected: [413, "SCAN_TOO_LARGE", 1],
  },
  "a filtered list with more rows than may be read": {
    ...{ query: filtered, settings: { MAX_SCAN_RECORDS: "2" } },
    expected: [413, "SCAN_TOO_LARGE", 1],
  },
  "more calls than a request may make": {
    query: '{ tags { nodes { additionalDataField(identifier: "x") { value } } } }',
    settings: { MAX_REGISTRY_CALLS: "1" },
    expected: [503, "REGISTRY_CALL_LIMIT", 1, "1"],
  },
  "a key that is refused": {
    ...{ query: name, behaviour: status(401), expected: [401, "UNAUTHENTICATED", 1] },
  },
  "a list that is forbidden": {
    ...{ query: name, behaviour: status(403), expected: [403, "FORBIDDEN", 1] },
  },
  "too many calls to the registry": {
    ...{ query: name, behaviour: status(429, { "retry-after": "7" }) },
    expected: [429, "REGISTRY_RATE_LIMITED", 1, "7"],
  },
  "a registry that fails": {
    ...{ query: name, behaviour: status(500), expected: [503, "REGISTRY_UNAVAILABLE", 1, "1"] },
  },
  "a registry that breaks off": {
    // On a connection that was used before, it would be one call more.
    ...{ query: name, behaviour: reset, settings: {} },
    expected: [503, "REGISTRY_UNAVAILABLE", 3, "1"],
  },
  "a registry that answers something else": {
    query: name,
    behaviour: text("<h1>hello</h1>", { "content-type": "text/html" }),
    expected: [502, "REGISTRY_BAD_RESPONSE", 2],
  },
  "a registry that does not answer": {
    ...{ query: name, behaviour: stall, settings: { REGISTRY_TIMEOUT_MS: "50" } },
    expected: [504, "REGISTRY_TIMEOUT", 1],
  },
  "a deadline that passes": {
    ...{ query: name, behaviour: stall, settings: { REQUEST_DEADLINE_MS: "50" } },
    expected: [504, "REQUEST_DEADLINE", 1],
  },
};

const tags = ["a", "b", "c"].map((id) => named(id, id));
const registry = await startScriptedRegistry({ tags });
const honest = registry.behaviour;
const usual = await startFiles(registry);
afterAll(async () => {
  await usual[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

test.each(Object.entries(refused))(
  "before the first row, %s is refused with a status that tells what failed",
  async (what, { query, variables, options, settings, behaviour, expected }) => {
    await using own = settings && (await startFiles(registry, { settings }));
    const gateway = own ?? usual;
    registry.behaviour = behaviour ?? honest;
    registry.calls.length = 0;
    gateway.lines.length = 0;
    const question = { query, ...(variables && { variables }) };
    // Of a new key no failure is known yet.
    const all = { "x-api-key": what, ...options?.headers };
    const asked = { ...options, headers: all };
    const { headers, text: body, ...response } = await gateway.download(question, asked);
    expect(response.isWhole).toBe(true);
    const { errors, ...others } = JSON.parse(body);
    const [{ message, extensions }] = errors;
    const calls = registry.calls.length;
    expect([response.status, extensions.code, calls, headers["retry-after"]], message).toEqual([
      ...expected,
      ...(expected.length < 4 ? [undefined] : []),
    ]);
    expect(others).toEqual({});
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(headers).not.toHaveProperty("content-disposition");
    const line = await gateway.logged();
    expect(line).toMatchObject({ codes: extensions.code, status: expected[0], restCalls: calls });
    expect(line).not.toHaveProperty("rows");
    await gateway.untilIdle();
  },
);

test("a list that cannot be read whole is refused, filtered or not", async () => {
  await using registry = await startMovingLists();
  await using gateway = await startFiles(registry, { clock: new ManualClock() });
  for (const query of [filtered, "{ tags(orderBy: [{ field: NAME }]) { nodes { name } } }"]) {
    const { status: code, headers, text: body } = await gateway.download({ query }, csv);
    expect([code, headers["retry-after"]]).toEqual([503, "1"]);
    expect(JSON.parse(body).errors[0].extensions.code).toBe("LIST_INCOMPLETE");
  }
});

test.each(["1.0", "1.1"])(
  "a client of HTTP/%s is told whether it sees a transfer break",
  async (version) => {
    await using registry = await startScriptedRegistry({ tags: [named("a", "one")] });
    await using gateway = await startFiles(registry);
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const path = `/graphql?query=${encodeURIComponent(name)}`;
    const headers = `host: gateway\r\nx-api-key: key\r\naccept: text/csv\r\nconnection: close\r\n`;
    socket.write(`GET ${path} HTTP/${version}\r\n${headers}\r\n`);
    const response = await readText(socket);
    if (version === "1.1") expect(response).toMatch(/ 200 OK.*transfer-encoding: chunked.*one/is);
    else expect(response).toMatch(/ 505 .*"message":"[^"]*HTTP\/1\.1/s);
    expect(registry.calls).toHaveLength(version === "1.1" ? 1 : 0);
  },
);
