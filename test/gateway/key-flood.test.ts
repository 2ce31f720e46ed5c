import { Lexer } from "graphql";
import { expect, test, vi } from "vitest";
import { createGateway } from "../../src/create-gateway.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import {
  type Behaviour,
  json,
  startScriptedRegistry,
  status,
} from "../support/scripted-registry.ts";

const tag = { tag: { id: "a", name: "A" } };
const query = '{ tag(id: "a") { name } }';
const response = { tag: { name: "A" } };

/** Answers keys that begin with "own", and refuses all others. */
const answerOwn: Behaviour = (call, position) =>
  (call.path.includes("key=own") ? json(tag) : status(401))(call, position);

test("when all keys are new, as after a start, all are answered, however many come together", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own" });
  const keys = Array.from({ length: 300 }, (_, key) => `own-${key}`);
  const responses = await Promise.all(keys.map((key) => gateway.query(query, { key })));
  expect(responses.filter(({ data }) => data?.tag?.name !== "A")).toEqual([]);
});

test("in a key flood, a known key is answered immediately, and a new one at the second request at the latest", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own-known" });
  expect((await gateway.query(query)).data).toEqual(response);
  await using flood = startFlood(gateway, 150);
  await flood.untilAnswered(400);
  for (let key = 0; key < 5; key += 1) {
    const first = await gateway.query(query, { key: `own-new-${key}` });
    if (first.status === 503) {
      expect(first.headers.get("retry-after")).toBe("1");
      expect(first.errors?.map(({ extensions }) => extensions.code)).toEqual(["OVERLOADED"]);
    }
    const last =
      first.status === 503 ? await gateway.query(query, { key: `own-new-${key}` }) : first;
    expect(last.data).toEqual(response);
    expect((await gateway.query(query)).data).toEqual(response);
  }
});

test("after many wrong keys, many good keys that come together are answered", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own" });
  for (let key = 0; key < 100; key += 1) await gateway.query(query, { key: `wrong-${key}` });
  const keys = Array.from({ length: 200 }, (_, key) => `own-${key}`);
  const responses = await Promise.all(keys.map((key) => insist(gateway, key)));
  expect(responses).toEqual(keys.map(() => response));
});

test("in a key flood, many good keys that come together are answered", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own-known" });
  await gateway.query(query);
  await using flood = startFlood(gateway, 100);
  await flood.untilAnswered(400);
  const keys = Array.from({ length: 200 }, (_, key) => `own-${key}`);
  const responses = await Promise.all(keys.map((key) => insist(gateway, key)));
  expect(responses).toEqual(keys.map(() => response));
});

test("after the registry has refused all keys for a while, they are answered as soon as it serves them again", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own-known" });
  expect((await gateway.query(query)).data).toEqual(response);
  registry.behaviour = status(403);
  for (let key = 0; key < 100; key += 1) {
    const { errors } = await gateway.query(query, { key: `own-${key % 50}` });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["FORBIDDEN"]);
  }
  registry.behaviour = answerOwn;
  expect((await gateway.query(query)).data).toEqual(response);
  const keys = Array.from({ length: 50 }, (_, key) => `own-${key}`);
  expect(await Promise.all(keys.map((key) => insist(gateway, key)))).toEqual(
    keys.map(() => response),
  );
});

test("in a key flood, a query that needs no key is answered", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own-known" });
  await using flood = startFlood(gateway, 50);
  await flood.untilAnswered(200);
  const { data } = await gateway.query("{ __typename }", { key: null });
  expect(data).toEqual({ __typename: "Query" });
});

/** Sends the query with a key until it is not turned away, and returns the data. */
async function insist(gateway: TestGateway, key: string): Promise<unknown> {
  for (;;) {
    const { status: code, data } = await gateway.query(query, { key });
    if (code !== 503) return data;
  }
}

/** Starts callers that each send the query with one unknown key after another, until disposal. */
function startFlood({ query: ask }: TestGateway, callers: number) {
  let [sent, answered, isOver] = [0, 0, false];
  const { promise, resolve } = Promise.withResolvers<void>();
  let wanted = Number.POSITIVE_INFINITY;
  const call = async () => {
    while (!isOver) {
      await ask(query, { key: `made-up-${sent++}` });
      answered += 1;
      if (answered >= wanted) resolve();
    }
  };
  const calls = Array.from({ length: callers }, call);
  return {
    async untilAnswered(count: number) {
      wanted = count;
      await promise;
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all(calls);
    },
  };
}

test("of many new documents without a key, some are turned away, and none of a known key (rule 13)", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own" });
  await gateway.query(query);
  const document = (name: string) => `query ${name} { __typename tag(id: "a") { name } }`;
  const ask = (name: string, key: string | null) => gateway.query(document(name), { key });
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  const keyless = numbers.map((number) => ask(`Without${number}`, null));
  const known = await Promise.all(numbers.map((number) => ask(`Known${number}`, "own")));
  expect(known.filter(({ data }) => data?.tag?.name !== "A")).toEqual([]);
  const statuses = (await Promise.all(keyless)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});

test("a new document without a key whose caller leaves while it waits is not validated (rule 13)", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = createGateway({ REGISTRY_URL: registry.url, LOG_LEVEL: "silent" });
  const ask = (text: string, more: { key?: string; signal?: AbortSignal } = {}) => {
    const { key, signal = null } = more;
    const headers = { "content-type": "application/json", ...(key && { "x-api-key": key }) };
    const body = JSON.stringify({ query: text });
    return gateway.fetch(
      new Request("http://a/graphql", { method: "POST", headers, body, signal }),
    );
  };
  await ask(query, { key: "own" });
  const leaving = new AbortController();
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  const asked = numbers.map((number) => ask(`query Q${number} { __typename }`, leaving));
  await Promise.any(asked);
  const read = vi.spyOn(Lexer.prototype, "advance");
  leaving.abort();
  const statuses = (await Promise.all(asked)).map(({ status: code }) => code);
  expect(read.mock.calls).toEqual([]);
  read.mockRestore();
  expect(statuses).toContain(503);
});
