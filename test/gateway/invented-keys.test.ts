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

test("while invented keys come, what needs no key is answered", async () => {
  await using registry = await startScriptedRegistry(answerOwn);
  await using gateway = await startGateway({ registryUrl: registry.url, key: "own-known" });
  await using flood = startFlood(gateway, 50);
  await flood.untilAnswered(200);
  const { data } = await gateway.query("{ __typename }", { key: null });
  expect(data).toEqual({ __typename: "Query" });
});

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
