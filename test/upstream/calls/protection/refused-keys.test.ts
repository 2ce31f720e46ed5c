import { expect, test } from "vitest";
import { ManualClock } from "../../../support/manual-clock.ts";
import {
  type Behaviour,
  json,
  stall,
  startScriptedRegistry,
  status,
} from "../../../support/scripted-registry.ts";
import {
  createScope,
  createTransport,
  failureOf,
  SECRET_KEY,
  until,
} from "../../../support/upstream.ts";

/** A call to an endpoint with the key of a keyDigest. */
function call(template: string, keyDigest: string) {
  const path = `${template}?key=${SECRET_KEY}&digest=${keyDigest}`;
  return { template, path, name: template, key: "key", keyDigest, decode: (body: unknown) => body };
}

async function setUp(behaviour: Behaviour) {
  const clock = new ManualClock();
  const registry = await startScriptedRegistry(behaviour);
  const transport = createTransport(registry.url, { clock });
  return {
    clock,
    registry,
    transport,
    get: (template: string, keyDigest = "a") =>
      transport.get(call(template, keyDigest), createScope({ clock })),
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

test("a key just refused is not asked again for one second, and is told the same", async () => {
  await using setup = await setUp(status(401));
  const { clock, registry, get } = setup;
  const first = await failureOf(get("/tags"));
  for (const template of ["/tags", "/terminals", "/tags"]) {
    expect(await failureOf(get(template))).toMatchObject({ code: "UNAUTHENTICATED", status: 401 });
  }
  expect((await failureOf(get("/tags"))).message).toBe(first.message);
  expect(registry.calls).toHaveLength(1);
  clock.advance(999);
  await failureOf(get("/tags"));
  expect(registry.calls).toHaveLength(1);
  clock.advance(1);
  await failureOf(get("/tags"));
  expect(registry.calls).toHaveLength(2);
});

test("another key is asked meanwhile", async () => {
  await using setup = await setUp((one, position) =>
    (one.path.includes("digest=a") ? status(401) : json("ok"))(one, position),
  );
  await failureOf(setup.get("/tags"));
  expect(await setup.get("/tags", "b")).toBe("ok");
});

test("a key that is refused for one endpoint only keeps the others", async () => {
  await using setup = await setUp((one, position) =>
    (one.path.startsWith("/terminals") ? status(401) : json("ok"))(one, position),
  );
  const { registry, get } = setup;
  await get("/tags");
  await failureOf(get("/terminals"));
  await failureOf(get("/terminals"));
  expect(await get("/structure")).toBe("ok");
  expect(registry.calls).toHaveLength(3);
});

test("a key that may not do something is asked again", async () => {
  await using setup = await setUp(status(403));
  await failureOf(setup.get("/tags"));
  await failureOf(setup.get("/tags"));
  expect(setup.registry.calls).toHaveLength(2);
});

test("what waits with a key that is refused meanwhile is not sent", async () => {
  const held: (() => void)[] = [];
  await using setup = await setUp(
    (one, position) => void held.push(() => status(401)(one, position)),
  );
  const { registry, get } = setup;
  const answers = Array.from({ length: 40 }, (_, place) => failureOf(get(`/tags/${place}`)));
  await until(() => held.length === 12);
  for (const answer of held) answer();
  for (const failure of await Promise.all(answers)) {
    expect(failure).toMatchObject({ code: "UNAUTHENTICATED" });
  }
  expect(registry.calls).toHaveLength(12);
});

test("calls that one wrong key makes side by side make no new key suspect", async () => {
  await using setup = await setUp((one, position) =>
    (one.path.includes("digest=wrong") ? status(401) : json("ok"))(one, position),
  );
  const { clock, get, registry, transport } = setup;
  await get("/tags", "known");
  for (let round = 1; round <= 10; round += 1) {
    const answers = Array.from({ length: 12 }, (_, place) => get(`/tags/${place}`, "wrong"));
    await Promise.all(answers.map(failureOf));
    clock.advance(1_000);
  }
  expect(registry.calls.length).toBeGreaterThan(100);
  expect(transport.isFlooded).toBe(false);
});

test("a key that is refused for one endpoint is asked for the others as soon as one of them has answered", async () => {
  await using setup = await setUp(stall);
  const { get, registry } = setup;
  const [tags, terminals] = [get("/tags"), failureOf(get("/terminals"))];
  await registry.call(1);
  const answer = (path: string, behaviour: Behaviour) => {
    for (const one of registry.calls) if (one.path.startsWith(path)) behaviour(one, 0);
  };
  answer("/terminals", status(401));
  expect(await terminals).toMatchObject({ code: "UNAUTHENTICATED" });
  answer("/tags", json("ok"));
  expect(await tags).toBe("ok");
  registry.behaviour = json("ok");
  expect(await get("/tags")).toBe("ok");
});

test("a key that was refused is distrusted for a minute, unless it is answered meanwhile", async () => {
  for (const refusal of [401, 403]) {
    await using world = await setUp(status(refusal));
    const { clock, registry, transport, get } = world;
    for (const lane of ["a", "b"]) await failureOf(get("/api/v1/tags", lane));
    clock.advance(2_000);
    registry.behaviour = json({});
    await get("/api/v1/tags", "b");
    const seen = () => ["a", "b", "c"].map((lane) => transport.isDistrusted(lane));
    expect(seen()).toEqual([true, false, false]);
    clock.advance(58_000);
    expect(seen()).toEqual([false, false, false]);
  }
});

test("a key that the registry has answered is not distrusted when it is refused", async () => {
  await using world = await setUp(json({}));
  await world.get("/api/v1/tags");
  world.registry.behaviour = status(401);
  await failureOf(world.get("/api/v1/tags/{id}/"));
  expect(world.transport.isDistrusted("a")).toBe(false);
});
