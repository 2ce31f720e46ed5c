import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Random } from "../../../src/registry/sample/random.ts";
import { startScriptedGateway } from "../../support/gateway.ts";
import { type Behaviour, json, reset, status } from "../../support/scripted-registry.ts";
import { runs, seed } from "../../support/seed.ts";

const keys = ["key-of-alpha", "key-of-beta"] as const;

/** Queries for both keys. Their records and structures have the same ids, and differ only in their names. */
const queries = [
  '{ tag(id: "1") { name } }',
  '{ a: tag(id: "1") { name } b: tag(id: "2") { name description } terminal(id: 1) { name } }',
  "{ tags(first: 3) { totalCount nodes { name } } }",
  "{ terminals(first: 2) { nodes { name } } additionalDataStructure(of: TAG) { items { name } } }",
  'query Nodes { tag(id: "3") { name additionalDataFields { item { name } } } }',
] as const;

const requests = runs(180);
const atOnce = 60;

/** Answers each key with records that are named after it. Fails now and then, at random. */
function answerByKey(random: Random): Behaviour {
  return async (call, position) => {
    const [path = "", query] = call.path.split("?");
    const name = new URLSearchParams(query).get("key");
    for (let turns = random.integer(0, 3); turns > 0; turns -= 1) await setImmediate();
    if (random.chance(0.1)) return random.pick([status(503), status(500), reset])(call, position);
    const tag = (id: string) => ({ id, name, description: name, additional_data: { site: 1 } });
    const terminal = (id: number) => ({ id, name });
    const envelope = { limit: 1000, page: 1, count: 3, page_count: 1 };
    const item = { type: "textbox", name, identifier: "site" };
    const [, kind, id] =
      /^\/api\/v1\/(tags|terminals|additional_data)(?:\/([^/]+))?/.exec(path) ?? [];
    const responses: Readonly<Record<string, object>> = {
      tags: id ? { tag: tag(id) } : { tags: ["1", "2", "3"].map(tag), ...envelope },
      terminals: id
        ? { terminals: [terminal(Number(id))] }
        : { terminals: [1, 2, 3].map(terminal), ...envelope },
      additional_data: { items: [item], last_update: 1 },
    };
    json(responses[kind ?? ""] ?? {})(call, position);
  };
}

test.each([
  ["without a cache", "0", { least: 50, most: requests }],
  ["with a cache", "60", { least: 10, most: 100 }],
  ["with a cache whose responses soon expire", "0.005", { least: 20, most: requests }],
])(
  `%s, one key never gets the other's responses (seed ${seed})`,
  async (_, CACHE_TTL_SECONDS, calls) => {
    const random = new Random(seed);
    const settings = { CACHE_TTL_SECONDS };
    await using gateway = await startScriptedGateway(answerByKey(random), { settings });
    const tally = { whole: 0, partial: 0 };
    const ask = async () => {
      const key = random.pick(keys);
      const other = key === keys[0] ? keys[1] : keys[0];
      const query = random.pick(queries);
      const { data, errors } = await gateway.query(query, { key });
      const text = JSON.stringify([data, errors]);
      expect(text).not.toContain(other);
      if (errors === undefined) expect(text).toContain(key);
      tally[errors === undefined ? "whole" : "partial"] += 1;
    };
    for (let sent = 0; sent < requests; sent += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, ask));
    }
    expect(tally.whole).toBeGreaterThan(requests / 2);
    expect(tally.whole + tally.partial).toBe(requests);
    // Without failures, and without calls of several requests, little would be tried.
    if (calls.least > 10) expect(tally.partial).toBeGreaterThan(3);
    const { length } = gateway.registry.calls;
    expect(length).toBeGreaterThanOrEqual(calls.least);
    expect(length).toBeLessThanOrEqual(calls.most);
  },
);
