import { expect, test } from "vitest";
import { startScriptedGateway, type TestGateway } from "../support/gateway.ts";
import { type Behaviour, json, status } from "../support/scripted-registry.ts";

const tag = { tag: { id: "a", name: "A" } };
const query = '{ tag(id: "a") { name } }';
const response = { tag: { name: "A" } };
const own = { key: "own" };

/** Answers keys that begin with "own", and refuses all others. */
const answerOwn: Behaviour = (call, position) =>
  (call.path.includes("key=own") ? json(tag) : status(401))(call, position);

test("when all keys are new, as after a start, all are answered, however many come together", async () => {
  await using gateway = await startScriptedGateway(answerOwn);
  const keys = Array.from({ length: 120 }, (_, key) => `own-${key}`);
  const responses = await Promise.all(keys.map((key) => gateway.query(query, { key })));
  expect(responses.filter(({ data }) => data?.tag?.name !== "A")).toEqual([]);
});

test("after many wrong keys, many good keys that come together are answered", async () => {
  await using gateway = await startScriptedGateway(answerOwn);
  for (let key = 0; key < 50; key += 1) await gateway.query(query, { key: `wrong-${key}` });
  const keys = Array.from({ length: 80 }, (_, key) => `own-${key}`);
  const responses = await Promise.all(keys.map((key) => insist(gateway, key)));
  expect(responses).toEqual(keys.map(() => response));
});

test("in a key flood, a known key is answered, and a new one once it is let in", async () => {
  const settings = { MAX_REQUESTS_UNDER_WAY: "100" };
  await using gateway = await startScriptedGateway(answerOwn, { settings });
  expect((await gateway.query(query, own)).data).toEqual(response);
  await using flood = startFlood(gateway, 150);
  await flood.untilAnswered(200);
  for (let key = 0; key < 2; key += 1) {
    expect((await gateway.query(query, own)).data).toEqual(response);
    expect(await insist(gateway, `own-new-${key}`)).toEqual(response);
    expect((await gateway.query(query, { key: `own-new-${key}` })).data).toEqual(response);
  }
});

test("after the registry has refused all keys for a while, they are answered as soon as it serves them again", async () => {
  await using gateway = await startScriptedGateway(answerOwn);
  expect((await gateway.query(query, own)).data).toEqual(response);
  gateway.registry.behaviour = status(403);
  for (let key = 0; key < 40; key += 1) {
    const { codes } = await gateway.query(query, { key: `own-${key % 20}` });
    expect(codes).toEqual(["FORBIDDEN"]);
  }
  gateway.registry.behaviour = answerOwn;
  expect((await gateway.query(query, own)).data).toEqual(response);
  const keys = Array.from({ length: 20 }, (_, key) => `own-${key}`);
  expect(await Promise.all(keys.map((key) => insist(gateway, key)))).toEqual(
    keys.map(() => response),
  );
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
