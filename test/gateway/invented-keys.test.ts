import { expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import {
  type Behaviour,
  json,
  startScriptedRegistry,
  status,
} from "../support/scripted-registry.ts";

const tag = { tag: { id: "a", name: "A" } };
const query = '{ tag(id: "a") { name } }';
const answer = { tag: { name: "A" } };

/** Answers keys that begin with "own", and refuses all others. */
const answerOwn: Behaviour = (call, position) =>
  (call.path.includes("key=own") ? json(tag) : status(401))(call, position);

test("keys that are all new, as after a start, are all answered, however many come at once", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own" });
  const keys = Array.from({ length: 300 }, (_, key) => `own-${key}`);
  const answers = await Promise.all(keys.map((key) => gateway.query(query, { key })));
  expect(answers.filter(({ data }) => data?.tag?.name !== "A")).toEqual([]);
});

test("while invented keys come, a new key is answered when it comes again at the latest, known ones at once", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own-known" });
  expect((await gateway.query(query)).data).toEqual(answer);
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
    expect(last.data).toEqual(answer);
    expect((await gateway.query(query)).data).toEqual(answer);
  }
});

test("where wrong keys came first, a fleet of good ones that comes at once gets in all the same", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own" });
  for (let key = 0; key < 100; key += 1) await gateway.query(query, { key: `wrong-${key}` });
  const keys = Array.from({ length: 200 }, (_, key) => `own-${key}`);
  const answers = await Promise.all(keys.map((key) => insist(gateway, key)));
  expect(answers).toEqual(keys.map(() => answer));
});

test("while invented keys come, a fleet of good ones that comes at once gets in", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own-known" });
  await gateway.query(query);
  await using flood = startFlood(gateway, 100);
  await flood.untilAnswered(400);
  const keys = Array.from({ length: 200 }, (_, key) => `own-${key}`);
  const answers = await Promise.all(keys.map((key) => insist(gateway, key)));
  expect(answers).toEqual(keys.map(() => answer));
});

test("a known key that the registry refuses for a while, and all others with it, is answered as soon as it is served again", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own-known" });
  expect((await gateway.query(query)).data).toEqual(answer);
  registry.behaviour = status(403);
  for (let key = 0; key < 100; key += 1) {
    const { errors } = await gateway.query(query, { key: `own-${key % 50}` });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["FORBIDDEN"]);
  }
  registry.behaviour = answerOwn;
  expect((await gateway.query(query)).data).toEqual(answer);
  const keys = Array.from({ length: 50 }, (_, key) => `own-${key}`);
  expect(await Promise.all(keys.map((key) => insist(gateway, key)))).toEqual(
    keys.map(() => answer),
  );
});

test("while invented keys come, what needs no key is answered", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own-known" });
  await using flood = startFlood(gateway, 50);
  await flood.untilAnswered(200);
  const { data } = await gateway.query("{ __typename }", { key: null });
  expect(data).toEqual({ __typename: "Query" });
});

/** Asks with a key until it is not turned away, and gives the data. */
async function insist(gateway: TestGateway, key: string): Promise<unknown> {
  for (;;) {
    const { status: code, data } = await gateway.query(query, { key });
    if (code !== 503) return data;
  }
}

/** So many callers, each asking with one invented key after the other until it is disposed of. */
function startFlood({ query: ask }: TestGateway, callers: number) {
  let [sent, answered, isOver] = [0, 0, false];
  const { promise, resolve } = Promise.withResolvers<void>();
  let wanted = Number.POSITIVE_INFINITY;
  const call = async () => {
    while (!isOver) {
      await ask(query, { key: `invented-${sent++}` });
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
