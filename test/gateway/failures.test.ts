import { afterAll, expect, test } from "vitest";
import { type GatewayResponse, startScriptedGateway } from "../support/gateway.ts";
import { ManualClock } from "../support/manual-clock.ts";
import {
  type Behaviour,
  json,
  resetInBody,
  stall,
  status,
  text,
} from "../support/scripted-registry.ts";

const tag = { id: "a", type: "NFC", name: "A", project_id: 1, is_active: true, added_when: 1 };
const terminal = { id: 5, name: "T", project_id: 1 };
const envelope = { limit: 1000, page: 1, count: 1, page_count: 1 };

const healthy: Readonly<Record<string, unknown>> = {
  "/api/v1/tags": { tags: [tag], ...envelope },
  "/api/v1/tags/a/": { tag },
  "/api/v1/terminals": { terminals: [terminal], ...envelope },
  "/api/v1/terminals/5/": { terminals: [terminal] },
  "/api/v1/additional_data/structure/tag": { items: [], last_update: 7 },
  "/api/v1/additional_data/structure/terminal": { items: [], last_update: 8 },
};

function healthyBut(broken: Readonly<Record<string, Behaviour>>): Behaviour {
  return (call, position) => {
    const path = call.path.split("?", 1)[0] ?? "";
    const { [path]: behaviour = json(healthy[path]) } = broken;
    behaviour(call, position);
  };
}

const gateway = await startScriptedGateway(status(500));
afterAll(() => gateway[Symbol.asyncDispose]());
let keys = 0;

/** Asks with a new key, of which the gateway knows no failure yet. */
function ask(query: string, behaviour: Behaviour): Promise<GatewayResponse> {
  gateway.registry.behaviour = behaviour;
  keys += 1;
  return gateway.query(query, { key: `key ${keys}` });
}

function errorsOf({ errors = [] }: GatewayResponse) {
  return errors.map(({ path, extensions }) => [path?.join("."), extensions.code]);
}

const document = `{
  tags(first: 1) { nodes { name } }
  tag(id: "a") { name }
  tagStructure: additionalDataStructure(of: TAG) { lastUpdate }
  terminal(id: 5) { name }
  terminalStructure: additionalDataStructure(of: TERMINAL) { lastUpdate }
}`;
const whole = {
  tags: { nodes: [{ name: "A" }] },
  tag: { name: "A" },
  tagStructure: { lastUpdate: 7 },
  terminal: { name: "T" },
  terminalStructure: { lastUpdate: 8 },
};
/** Fields of that query, and the paths that they come from. */
const places = [
  ["tags", "/api/v1/tags"],
  ["terminal", "/api/v1/terminals/5/"],
  ["tagStructure", "/api/v1/additional_data/structure/tag"],
] as const;

const bad = "REGISTRY_BAD_RESPONSE";
const down = "REGISTRY_UNAVAILABLE";

/** One failure of each kind. What else becomes which code is a matter of the call alone. */
test.for<[string, Behaviour, string]>([
  ["resets the connection in the body", resetInBody, down],
  ["sends HTML as JSON", text("<h1>x</h1>", { "content-type": "application/json" }), bad],
  ["sends null", json(null), bad],
  ["sends a list", json([]), bad],
  ["sends 200 with an error body", json({ error: "no" }), bad],
  ["answers 401", status(401), "UNAUTHENTICATED"],
  ["answers 403", status(403), "FORBIDDEN"],
  ["answers 404", status(404), bad],
  ["answers 429", status(429), "REGISTRY_RATE_LIMITED"],
  ["answers 500", status(500), down],
  ["redirects away", status(302, { location: "http://elsewhere.invalid/" }), bad],
])(
  "of a registry that %s only that part is null, with its code",
  async ([name, behaviour, code]) => {
    for (const [field, path] of places) {
      // A record or a structure that is not there is no failure.
      const isAbsent = name === "answers 404" && field !== "tags";
      const response = await ask(document, healthyBut({ [path]: behaviour }));
      expectOnlyNull(field, isAbsent ? null : code, response);
    }
  },
);

test("of a registry that never answers only that part is null, with its code", async () => {
  for (const [field, path] of places) {
    const clock = new ManualClock();
    await using stalled = await startScriptedGateway(healthyBut({ [path]: stall }), { clock });
    const response = stalled.query(document);
    await stalled.registry.call(4);
    await stalled.untilUnderWay(1);
    clock.advance(5_000);
    expectOnlyNull(field, "REGISTRY_TIMEOUT", await response);
  }
});

function expectOnlyNull(field: string, code: string | null, response: GatewayResponse): void {
  expect(response.status).toBe(200);
  expect(response.data).toEqual({ ...whole, [field]: null });
  expect(errorsOf(response)).toEqual(code === null ? [] : [[field, code]]);
  expect(JSON.stringify(response.errors ?? [])).not.toMatch(/127\.0\.0\.1|key=|stack|elsewhere/);
}

test("several failures each have their own code and path, always in the order of the query", async () => {
  const behaviour = healthyBut({
    "/api/v1/tags": status(500),
    "/api/v1/tags/a/": status(403),
    "/api/v1/terminals/5/": json({ terminals: [{ id: 6 }] }),
    "/api/v1/additional_data/structure/tag": status(429, { "retry-after": "60" }),
  });
  const none = { tags: null, tag: null, terminal: null, tagStructure: null };
  for (let round = 0; round < 5; round += 1) {
    const response = await ask(document, behaviour);
    expect(response.data).toEqual({ ...whole, ...none });
    expect(errorsOf(response)).toEqual([
      ["tags", down],
      ["tag", "FORBIDDEN"],
      ["tagStructure", "REGISTRY_RATE_LIMITED"],
      ["terminal", bad],
    ]);
    const statuses = response.errors?.map(({ extensions }) => extensions["registryStatus"]);
    expect(statuses).toEqual([500, 403, 429, undefined]);
    expect(response.errors?.[2]?.extensions["retryAfter"]).toBe(60);
  }
});

test("a count that cannot be read costs only the count, if it cannot be found in another way", async () => {
  const page = { tags: [tag], limit: 1, page: 1, count: "many", page_count: null };
  let calls = 0;
  const query = "{ tags(first: 1) { totalCount nodes { name } } }";
  const response = await ask(query, (call) => (calls++ === 0 ? json(page) : status(500))(call, 0));
  expect(response.data).toEqual({ tags: { totalCount: null, nodes: [{ name: "A" }] } });
  expect(errorsOf(response)).toEqual([["tags.totalCount", down]]);
});
