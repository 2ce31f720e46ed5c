import { describe, expect, test } from "vitest";
import type { Clock } from "../../src/gateway/base/time/clock.ts";
import { type GatewayResponse, startGateway } from "../support/gateway.ts";
import { ManualClock } from "../support/manual-clock.ts";
import {
  type Behaviour,
  babble,
  json,
  reset,
  resetInBody,
  resetInHeaders,
  type ScriptedRegistry,
  stall,
  stallInBody,
  startScriptedRegistry,
  status,
  text,
  truncate,
  truncateChunks,
  truncateSilently,
} from "../support/scripted-registry.ts";

const tag = { id: "a", type: "NFC", name: "A", project_id: 1, is_active: true, added_when: 1 };
const terminal = { id: 5, name: "T", project_id: 1 };
const listOf = (kind: string, rows: readonly unknown[]) => ({
  [kind]: rows,
  limit: 1000,
  page: 1,
  count: rows.length,
  page_count: 1,
});

/** The responses of a healthy registry, by path. */
const healthy: Readonly<Record<string, unknown>> = {
  "/api/v1/tags": listOf("tags", [tag]),
  "/api/v1/tags/a/": { tag },
  "/api/v1/terminals": listOf("terminals", [terminal]),
  "/api/v1/terminals/5/": { terminals: [terminal] },
  "/api/v1/additional_data/structure/tag": { items: [], last_update: 7 },
  "/api/v1/additional_data/structure/terminal": { items: [], last_update: 8 },
};

/** Starts a registry that is healthy except at some paths. */
function startRegistryWith(broken: Readonly<Record<string, Behaviour>>): Promise<ScriptedRegistry> {
  return startScriptedRegistry((call, position) => {
    const path = call.path.split("?", 1)[0] ?? "";
    const { [path]: behaviour = json(healthy[path]) } = broken;
    behaviour(call, position);
  });
}

function startGatewayTo(registry: ScriptedRegistry, options: { readonly clock?: Clock } = {}) {
  return startGateway({ registryUrl: registry.url, key: "k", ...options });
}

/** The paths and codes of a response's errors. */
function errorsOf({ errors = [] }: GatewayResponse) {
  return errors.map(({ path, extensions }) => [path?.join("."), extensions.code]);
}

const isJson = { "content-type": "application/json" };

const bad = "REGISTRY_BAD_RESPONSE";
const down = "REGISTRY_UNAVAILABLE";
const html = "<h1>x</h1>";

/** What the registry does with a call, and the code of the error, at each endpoint. */
const failures: readonly (readonly [string, Behaviour, string])[] = [
  ["resets the connection", reset, down],
  ["resets it in the headers", resetInHeaders, down],
  ["resets it in the body", resetInBody, down],
  ["closes it before the announced end", truncate, down],
  ["closes it before the last chunk", truncateChunks, down],
  ["sends part of a JSON text as if it were whole", truncateSilently, bad],
  ["sends something that is not HTTP", babble, bad],
  ["sends HTML", text(html, { "content-type": "text/html" }), bad],
  ["sends HTML as JSON", text(html, isJson), bad],
  ["sends an empty body", text("", isJson), bad],
  ["sends null", json(null), bad],
  ["sends a list", json([]), bad],
  ["sends 200 with an error body", json({ error: "no" }), bad],
  ["answers 400", status(400), bad],
  ["answers 401", status(401), "UNAUTHENTICATED"],
  ["answers 403", status(403), "FORBIDDEN"],
  ["answers 404", status(404), bad],
  ["answers 429", status(429), "REGISTRY_RATE_LIMITED"],
  ["answers 500", status(500), down],
  ["answers 502", status(502), down],
  ["answers 503", status(503), down],
  ["redirects away", status(302, { location: "http://elsewhere.invalid/" }), bad],
];

/** A query that needs every endpoint. */
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

describe.concurrent("a registry that", () => {
  test.for(failures)(
    "%s: only that part is null, with its code",
    async ([name, behaviour, code]) => {
      for (const [field, path] of places) {
        await using registry = await startRegistryWith({ [path]: behaviour });
        await using gateway = await startGatewayTo(registry);
        // A record or a structure that is not there is no failure.
        const isAbsent = name === "answers 404" && field !== "tags";
        expectOnlyNull(field, isAbsent ? null : code, await gateway.query(document));
      }
    },
  );

  test.for([
    ["never answers", stall],
    ["stops in the body", stallInBody],
  ] as const)("%s: only that part is null, with its code", async ([, behaviour]) => {
    for (const [field, path] of places) {
      const clock = new ManualClock();
      await using registry = await startRegistryWith({ [path]: behaviour });
      await using gateway = await startGatewayTo(registry, { clock });
      const response = gateway.query(document);
      await registry.call(4);
      await gateway.untilUnderWay(1);
      clock.advance(5_000);
      expectOnlyNull(field, "REGISTRY_TIMEOUT", await response);
    }
  });
});

function expectOnlyNull(field: string, code: string | null, response: GatewayResponse): void {
  expect(response.status).toBe(200);
  expect(response.data).toEqual({ ...whole, [field]: null });
  expect(errorsOf(response)).toEqual(code === null ? [] : [[field, code]]);
  expect(JSON.stringify(response.errors ?? [])).not.toMatch(/127\.0\.0\.1|key=|stack|elsewhere/);
}

test("several failures each have their own code and path, always in the order of the query", async () => {
  await using registry = await startRegistryWith({
    "/api/v1/tags": status(500),
    "/api/v1/tags/a/": status(403),
    "/api/v1/terminals/5/": json({ terminals: [{ id: 6 }] }),
    "/api/v1/additional_data/structure/tag": status(429, { "retry-after": "60" }),
  });
  await using gateway = await startGatewayTo(registry);
  for (let round = 0; round < 5; round += 1) {
    const response = await gateway.query(document);
    expect(response.data).toEqual({
      ...whole,
      tags: null,
      tag: null,
      terminal: null,
      tagStructure: null,
    });
    expect(errorsOf(response)).toEqual([
      ["tags", "REGISTRY_UNAVAILABLE"],
      ["tag", "FORBIDDEN"],
      ["tagStructure", "REGISTRY_RATE_LIMITED"],
      ["terminal", "REGISTRY_BAD_RESPONSE"],
    ]);
    expect(response.errors?.map(({ extensions }) => extensions["registryStatus"])).toEqual([
      500,
      403,
      429,
      undefined,
    ]);
    expect(response.errors?.[2]?.extensions["retryAfter"]).toBe(60);
  }
});

test("a count that cannot be read costs only the count, if it cannot be found in another way", async () => {
  const page = { tags: [tag], limit: 1, page: 1, count: "many", page_count: null };
  await using registry = await startScriptedRegistry((call, position) =>
    (position === 0 ? json(page) : status(500))(call, position),
  );
  await using gateway = await startGatewayTo(registry);
  const response = await gateway.query("{ tags(first: 1) { totalCount nodes { name } } }");
  expect(response.data).toEqual({ tags: { totalCount: null, nodes: [{ name: "A" }] } });
  expect(errorsOf(response)).toEqual([["tags.totalCount", "REGISTRY_UNAVAILABLE"]]);
});
