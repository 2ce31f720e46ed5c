import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createGateway } from "../../../src/create-gateway.ts";
import { subscribe } from "../../support/event-stream.ts";
import { createFolder } from "../../support/folder.ts";
import { post, readResponse, startGateway } from "../../support/gateway.ts";
import { createKeysFile, createToken } from "../../support/keys-file.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { named } from "../../support/project.ts";
import { startScriptedRegistry } from "../../support/scripted-registry.ts";

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
  writeFileSync(path, JSON.stringify(operations));
  const registry = stack.use(await startScriptedRegistry({ tags: [named("a", "one")] }));
  const clock = new ManualClock();
  const { url: registryUrl, key } = registry;
  const all = { EXPLORER: "true", PERSISTED_OPERATIONS: path, ...settings };
  const gateway = stack.use(await startGateway({ registryUrl, key, clock, settings: all }));
  const read = async (from: string) => (await fetch(`${gateway.url}/explorer/${from}`)).json();
  return {
    ...{ path, gateway, key, clock },
    /** Resolves when these are registered. */
    async until(expected: Readonly<Record<string, string>>) {
      const pass = () => {
        clock.advance(2_000);
        return read("operations.json");
      };
      await expect.poll(pass).toEqual(expected);
    },
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
  writeFileSync(world.path, JSON.stringify({ count }));
  await world.until({ count });
  expect(await ask()).toEqual(refused);
  const notFound = "PERSISTED_QUERY_NOT_FOUND";
  expect(await askAll(world, "names", names, free)).toEqual([notFound, null, notFound]);
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
  writeFileSync(world.path, JSON.stringify({ one: count }));
  await world.until({ one: count });
  expect(await ask()).toEqual({ tags: { totalCount: 1 } });
});

test("a request under way and an open stream go on though their operations are registered no more", async () => {
  await using folder = await createFolder();
  const path = folder.file("manifest.json");
  const write = (operations: object) => writeFileSync(path, JSON.stringify(operations));
  write({ structure, changes });
  const tags = [named("a", "one")];
  const structures = { tag: { items: [], last_update: 1 } };
  await using registry = await startScriptedRegistry({ tags, structures });
  const lines: (readonly [object, string])[] = [];
  const ignore = () => {};
  await using gateway = createGateway({
    REGISTRY_URL: registry.url,
    PORT: 0,
    PERSISTED_OPERATIONS: path,
    PERSISTED_ONLY: true,
    CHANGES_POLL_SECONDS: 0.05,
    REGISTRY_TIMEOUT_MS: 60_000,
    REQUEST_DEADLINE_MS: 60_000,
    log: {
      ...{ debug: ignore, info: ignore, warn: ignore },
      error: (...line: readonly [object, string]) => void lines.push(line),
    },
  });
  const { url } = await gateway.listen();
  const key = { "x-api-key": registry.key };
  const ask = (query: string) => post(`${url}/graphql`, { query }, key);
  await using stream = await subscribe(url, changes, { key: registry.key });
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
  const underWay = ask(structure);
  await arrived.promise;
  write({ count });
  await expect.poll(async () => (await ask(count)).codes, { timeout: 10_000 }).toBeUndefined();
  expect((await ask(structure)).codes).toEqual(["QUERY_NOT_IN_SAFELIST"]);
  write({ names: "{ tags { colour } }" });
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1);
  release.resolve();
  expect((await underWay).data.additionalDataStructure.of).toBe("TAG");
  tags.push(named("b", "two"));
  expect((await stream.next()).data.changes.kind).toBe("ADDED");
  await using again = await subscribe(url, changes, { key: registry.key });
  expect(await again.rest()).toContain("QUERY_NOT_IN_SAFELIST");
  expect(lines).toEqual([
    [
      { file: path, mistakes: ['names: Cannot query field "colour" on type "TagConnection".'] },
      broken,
    ],
  ]);
});
