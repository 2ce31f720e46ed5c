import { execFile } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { createGateway } from "../../../../src/create-gateway.ts";
import { createKeysFile, createToken } from "../../../support/keys-file.ts";
import { collectLines } from "../../../support/log-lines.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { startMovingLists } from "../../../support/moving-lists.ts";
import { listKeyForms, named, type PlainRecord } from "../../../support/project.ts";
import {
  type Behaviour,
  type Misbehaviour,
  reset,
  stall,
  startScriptedRegistry,
  status,
  text,
} from "../../../support/scripted-registry.ts";
import { SECRET_KEY, until } from "../../../support/upstream.ts";
import { readAll, startFiles } from "./setup.ts";

const tags = (count: number, bytes = 20): PlainRecord[] =>
  Array.from({ length: count }, (_, at) =>
    named(`t${at}`, `Tag ${at}`, { description: "x".repeat(bytes) }),
  );

const question = { query: "query Q { tags { nodes { tagId description } } }" };

/** A registry of five pages of ten tags, each call to which can be held back. */
async function start({
  settings = {},
  misbehave = (_, honest) => honest(),
  list = tags(50),
  ...options
}: Parameters<typeof startFiles>[1] & {
  readonly misbehave?: Misbehaviour;
  readonly list?: PlainRecord[];
} = {}) {
  const registry = await startScriptedRegistry({ tags: list, key: SECRET_KEY }, { misbehave });
  const all = { MAX_PAGE_SIZE: "10", ...settings };
  const gateway = await startFiles(registry, { ...options, settings: all });
  return {
    ...{ registry, gateway, list },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** Holds back the call at a position, and all after it. */
function hold(position: number) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const misbehave: Misbehaviour = (call, honest) => async (scripted) => {
    if (call.position >= position) {
      reached.resolve();
      await gate.promise;
    }
    const { status: code, body } = honest();
    scripted.response.writeHead(code, { "content-type": "application/json" });
    scripted.response.end(JSON.stringify(body));
  };
  return { misbehave, reached: reached.promise, release: () => gate.resolve() };
}

const inMiddle =
  (behaviour: Behaviour): Misbehaviour =>
  ({ position }, honest) =>
    position < 2 ? honest() : behaviour;

interface Failure {
  readonly what: string;
  readonly code: string;
  readonly behaviour: Behaviour;
  readonly settings?: Readonly<Record<string, string>>;
}

const plain = { "content-type": "text/plain" };
const stalls = { what: "does not answer", behaviour: stall };

const failures: readonly Failure[] = [
  { what: "breaks off", code: "REGISTRY_UNAVAILABLE", behaviour: reset },
  { what: "refuses the key", code: "UNAUTHENTICATED", behaviour: status(401) },
  { what: "answers no JSON", code: "REGISTRY_BAD_RESPONSE", behaviour: text("hello", plain) },
  { ...stalls, code: "REGISTRY_TIMEOUT", settings: { REGISTRY_TIMEOUT_MS: "50" } },
  { ...stalls, code: "REQUEST_DEADLINE", settings: { REQUEST_DEADLINE_MS: "400" } },
];

test.each(failures)(
  "if the registry $what in the middle, the transfer breaks, and the log says $code",
  async ({ code, behaviour, settings = {} }) => {
    await using parts = await start({ settings, misbehave: inMiddle(behaviour) });
    const { gateway } = parts;
    const { status: sent, text: got, isWhole } = await gateway.download(question);
    expect([sent, isWhole, got.split("\n")]).toEqual([
      200,
      false,
      expect.objectContaining({ length: 11 }),
    ]);
    expect(await gateway.logged()).toMatchObject({
      ...{ operation: "Q", outcome: "broken", codes: code, rows: 10 },
      ...{ restCalls: expect.any(Number), broken: expect.any(String) },
    });
    expect(gateway.lines.map(({ message }) => message)).toEqual(["request"]);
    const counted = await gateway.metrics(/^tapgraph_(requests|errors)_total.*[^0]$/);
    expect(counted).toEqual([
      'tapgraph_requests_total{outcome="broken"} 1',
      `tapgraph_errors_total{code="${code}"} 1`,
    ]);
    await gateway.untilIdle();
    const shown = [got, JSON.stringify(gateway.lines), ...(await gateway.metrics(/./))].join("\n");
    for (const form of listKeyForms(SECRET_KEY)) expect(shown).not.toContain(form);
  },
);

test("a broken transfer is an error for fetch, and curl exits with 18", async () => {
  await using parts = await start({ misbehave: inMiddle(text("hello", plain)) });
  const url = `${parts.gateway.url}/graphql?query=${encodeURIComponent(question.query)}`;
  const headers = { accept: "text/csv", "x-api-key": SECRET_KEY };
  const response = await fetch(url, { headers });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("terminated");
  parts.registry.calls.length = 0;
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const curl = promisify(execFile)("curl", ["-sS", ...given, url]);
  await expect(curl).rejects.toMatchObject({ code: 18 });
});

test("a broken transfer is an error for the reader of a Response, too", async () => {
  const tagsList = { tags: tags(50), key: SECRET_KEY };
  const misbehave = inMiddle(text("hello", plain));
  await using registry = await startScriptedRegistry(tagsList, { misbehave });
  const { lines, log } = collectLines();
  await using gateway = createGateway({ REGISTRY_URL: registry.url, MAX_PAGE_SIZE: 10, log });
  const headers = { accept: "text/csv", "x-api-key": SECRET_KEY };
  const path = `/graphql?query=${encodeURIComponent(question.query)}`;
  const fetched = await gateway.fetch(new Request(`http://app.example${path}`, { headers }));
  expect(fetched.status).toBe(200);
  await expect(fetched.text()).rejects.toThrow();
  expect(lines).toMatchObject([{ outcome: "broken", codes: "REGISTRY_BAD_RESPONSE" }]);
});

test.each([
  { what: "many records come before and after it", end: "found in the whole list" },
  { what: "other records are there", end: "lost, and the file breaks" },
])("if $what, the position is $end", async ({ end }) => {
  const isFound = end.startsWith("found");
  const list = tags(300);
  const many = (name: string) =>
    Array.from({ length: 400 }, (_, at) => named(`${name}${at}`, name));
  const ids = [...list, ...many("late")].map(({ id }) => id);
  await using parts = await start({
    ...{ list, settings: { MAX_PAGE_SIZE: "100" }, clock: new ManualClock() },
    misbehave({ position }, honest) {
      const response = honest();
      if (position === 0) {
        list.splice(0, isFound ? 0 : 300, ...many("new"));
        list.push(...many("late"));
      }
      return response;
    },
  });
  const { gateway, registry } = parts;
  registry.rules.clamp = 150;
  const { text: got, isWhole } = await gateway.download(question);
  const found = got
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line).tagId);
  const rows = isFound ? ids.length : 100;
  expect([isWhole, found]).toEqual([isFound, ids.slice(0, rows)]);
  const broken = { outcome: "broken", codes: "PAGE_DRIFT" };
  expect(await gateway.logged()).toMatchObject({ rows, ...(isFound ? { outcome: "ok" } : broken) });
});

test("a list that moves with every page, so that not even the whole can be read, breaks", async () => {
  await using registry = await startMovingLists(60);
  const settings = { MAX_PAGE_SIZE: "50" };
  await using gateway = await startFiles(registry, { settings, clock: new ManualClock() });
  const { status: sent, isWhole } = await gateway.download({
    query: "{ tags { nodes { name } } }",
  });
  expect([sent, isWhole]).toEqual([200, false]);
  const line = { outcome: "broken", codes: "LIST_INCOMPLETE", rows: 50 };
  expect(await gateway.logged()).toMatchObject(line);
});

test("a list that grows beyond the rows that may be read breaks", async () => {
  const list = tags(20);
  const misbehave: Misbehaviour = ({ position }, honest) => {
    if (position === 2) list.push(named("late", "Late"));
    return honest();
  };
  await using parts = await start({ list, misbehave, settings: { MAX_SCAN_RECORDS: "20" } });
  expect((await parts.gateway.download(question)).isWhole).toBe(false);
  expect(await parts.gateway.logged()).toMatchObject({ codes: "SCAN_TOO_LARGE", rows: 10 });
});

test("a token that is revoked in the middle breaks the file, and no further page is read", async () => {
  const token = createToken();
  await using file = await createKeysFile({ shop: SECRET_KEY }, { [token]: { key: "shop" } });
  const held = hold(2);
  const clock = new ManualClock();
  // Nothing else is to happen by the clock.
  const long = { REQUEST_DEADLINE_MS: "600000", REGISTRY_TIMEOUT_MS: "600000" };
  const settings = { KEYS_FILE: file.path, ...long };
  await using parts = await start({ ...held, settings, clock });
  const { gateway, registry } = parts;
  const response = await gateway.open(question, { headers: { "x-api-key": token } });
  await held.reached;

  file.write({ shop: SECRET_KEY });
  await until(async () => {
    clock.advance(2_000);
    await gateway.download({ query: "{ __typename }" }, { headers: { "x-api-key": token } });
    return gateway.lines.some(({ tokenRefused }) => tokenRefused !== undefined);
  });
  const { length } = registry.calls;
  held.release();
  expect((await readAll(response)).isWhole).toBe(false);
  const broken = () => gateway.lines.find(({ outcome }) => outcome === "broken");
  await until(() => broken() !== undefined);
  expect(broken()).toMatchObject({ codes: "UNAUTHENTICATED", rows: 20 });
  expect(registry.calls).toHaveLength(length);
  expect(JSON.stringify(gateway.lines)).not.toContain(token);
});

test("when the caller leaves in the middle, its calls end, and nothing of the request is left", async () => {
  const held = hold(2);
  await using parts = await start(held);
  const { gateway, registry } = parts;
  const response = await gateway.open(question);
  response.on("error", () => {}).resume();
  await held.reached;
  const call = await registry.call(2);
  response.destroy();
  await call.closed;
  await gateway.untilIdle();
  expect(await gateway.logged()).toMatchObject({ outcome: "aborted" });
  expect(registry.calls).toHaveLength(3);
});

test("a gateway that stops breaks a file that does not end within the drain", async () => {
  const held = hold(2);
  await using parts = await start(held);
  const { gateway } = parts;
  const response = await gateway.open(question);
  const reading = readAll(response);
  await held.reached;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const stopped = gateway.stop();
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
    expect((await reading).isWhole).toBe(false);
    held.release();
    await stopped;
  } finally {
    vi.useRealTimers();
  }
  expect(await gateway.logged()).toMatchObject({ outcome: "aborted" });
});

test("a page is sent while the next one is read", async () => {
  const held = hold(2);
  await using parts = await start(held);
  const response = await parts.gateway.open(question);
  const [first] = await once(response, "data");
  expect(String(first).split("\n")).toHaveLength(11);
  held.release();
  expect((await readAll(response)).isWhole).toBe(true);
});

test("while a reader reads nothing, no page is read after the next", async () => {
  await using parts = await start({ list: tags(30, 500_000) });
  const { gateway, registry } = parts;
  const response = await gateway.open(question);
  const left = /^tapgraph_(memory_bytes.kind="unread". [1-9]|rest_calls_in_flight.* 0)/;
  await until(async () => registry.calls.length > 1 && (await gateway.metrics(left)).length > 2);
  await setTimeout(100);
  const { length } = registry.calls;
  expect(length).toBeLessThanOrEqual(3);
  const { text: got, isWhole } = await readAll(response);
  expect([isWhole, got.split("\n").length - 1]).toEqual([true, 30]);
  expect(registry.calls.length).toBeGreaterThan(length);
});
