import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { subscribe } from "../../support/event-stream.ts";
import { createFolder, replaceFile } from "../../support/folder.ts";
import { post, readResponse, startGateway } from "../../support/gateway.ts";
import { createKeysFile, createToken } from "../../support/keys-file.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { named } from "../../support/project.ts";
import { startScriptedRegistry } from "../../support/scripted-registry.ts";
import { until } from "../../support/upstream.ts";

const names = "query Names { tags { nodes { name } } }";
const count = "query Count { tags { totalCount } }";
const structure = "query Structure { additionalDataStructure(of: TAG) { of lastUpdate } }";
const changes = "subscription Changes { changes { kind } }";

const broken = "PERSISTED_OPERATIONS is broken: what it said before stays in force";

/** Starts a gateway with these operations by id, in a file at which it looks when the test says so. */
async function start(
  operations: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
) {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await createFolder());
  const path = folder.file("manifest.json");
  replaceFile(path, JSON.stringify(operations));
  const tags = [named("a", "one")];
  const structures = { tag: { items: [], last_update: 1 } };
  const registry = stack.use(await startScriptedRegistry({ tags, structures }));
  const clock = new ManualClock();
  const lines: (readonly [object, string])[] = [];
  const error = (...line: readonly [object, string]) => void lines.push(line);
  const log = { debug() {}, info() {}, warn() {}, error };
  const { url: registryUrl, key } = registry;
  const all = { EXPLORER: "true", PERSISTED_OPERATIONS: path, ...settings };
  const gateway = stack.use(await startGateway({ registryUrl, key, clock, log, settings: all }));
  const read = async () => (await fetch(`${gateway.url}/explorer/operations.json`)).json();
  /** Lets time pass until something holds. */
  const pass = (holds: () => boolean | Promise<boolean>) =>
    until(() => {
      clock.advance(2_000);
      return holds();
    });
  return {
    ...{ path, gateway, registry, tags, key, lines, pass },
    /** Resolves when these are registered. */
    until: (expected: Readonly<Record<string, string>>) =>
      pass(async () => isDeepStrictEqual(await read(), expected)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof start>>;

/** The first code of the errors of what is asked in each way in which an operation can be; null without errors. */
async function askAll({ gateway, key }: World, id: string, query: string, token = key) {
  const headers = { "x-api-key": token };
  const search = new URLSearchParams({ documentId: id });
  const answers = [
    await post(`${gateway.url}/graphql`, { documentId: id }, headers),
    await post(`${gateway.url}/graphql`, { query }, headers),
    await readResponse(await fetch(`${gateway.url}/graphql?${search}`, { headers })),
  ];
  return answers.map(({ errors }) => errors?.[0]?.extensions.code ?? null);
}

const notInList = "PERSISTED_QUERY_NOT_IN_LIST";
const refused = [notInList, "QUERY_NOT_IN_SAFELIST", notInList];
const answered = [null, null, null];

test("a token for registered operations follows the manifest, and others run what they like", async () => {
  const [bound, free] = [createToken(), createToken()];
  await using file = await createKeysFile(
    { shop: "key" },
    { [bound]: { key: "shop", only: "registered" }, [free]: { key: "shop" } },
  );
  await using world = await start({ names }, { KEYS_FILE: file.path });
  const ask = () => askAll(world, "names", names, bound);
  for (let time = 0; time < 3; time += 1) expect(await ask()).toEqual(answered);
  replaceFile(world.path, JSON.stringify({ count }));
  await world.until({ count });
  expect(await ask()).toEqual(refused);
  const notFound = "PERSISTED_QUERY_NOT_FOUND";
  for (let time = 0; time < 3; time += 1) {
    expect(await askAll(world, "names", names, free)).toEqual([notFound, null, notFound]);
    expect(await ask()).toEqual(refused);
  }
});

test("an id that gets another document names that one, although requests with it are remembered", async () => {
  await using world = await start({ one: names }, {});
  const ask = async () => {
    const url = `${world.gateway.url}/graphql`;
    return (await post(url, { documentId: "one" }, { "x-api-key": world.key })).data;
  };
  for (let time = 0; time < 3; time += 1) {
    expect(await ask()).toEqual({ tags: { nodes: [{ name: "one" }] } });
  }
  replaceFile(world.path, JSON.stringify({ one: count }));
  await world.until({ one: count });
  expect(await ask()).toEqual({ tags: { totalCount: 1 } });
});

test("a request under way and an open stream go on though their operations are registered no more", async () => {
  await using world = await start(
    { structure, changes },
    { PERSISTED_ONLY: "true", REGISTRY_TIMEOUT_MS: "600000", REQUEST_DEADLINE_MS: "600000" },
  );
  const { gateway, registry, key, path, lines } = world;
  await using stream = await gateway.subscribe(changes);
  await stream.change();
  const honest = registry.behaviour;
  const release = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  registry.behaviour = async (call, position) => {
    if (!call.name.includes("structure")) return honest(call, position);
    arrived.resolve();
    await release.promise;
    honest(call, position);
  };
  const underWay = gateway.query(structure);
  await arrived.promise;
  replaceFile(path, JSON.stringify({ count }));
  await world.until({ count });
  expect((await gateway.query(structure)).codes).toEqual(["QUERY_NOT_IN_SAFELIST"]);
  replaceFile(path, JSON.stringify({ names: "{ tags { colour } }" }));
  await world.pass(() => lines.length > 0);
  release.resolve();
  expect((await underWay).data.additionalDataStructure.of).toBe("TAG");
  world.tags.push(named("b", "two"));
  const kinds: string[] = [];
  void stream.change().then(({ kind }) => kinds.push(kind));
  await world.pass(() => kinds.length > 0);
  expect(kinds).toEqual(["ADDED"]);
  await using again = await subscribe(gateway.url, changes, { key });
  expect(await again.rest()).toContain("QUERY_NOT_IN_SAFELIST");
  const mistakes = ['names: Cannot query field "colour" on type "TagConnection".'];
  expect(lines).toEqual([[{ file: path, mistakes }, broken]]);
});
