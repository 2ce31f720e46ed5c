import { describe, expect, test } from "vitest";
import { callCostBytes } from "../../../src/gateway/list/records/planner.ts";
import { startGateway } from "../../support/gateway.ts";
import { type ScriptedRegistry, startScriptedRegistry } from "../../support/scripted-registry.ts";

const toTerminal = (id: number) => ({
  id,
  name: `terminal ${id}`,
  uuid: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
  imei: `35${String(id).padStart(13, "0")}`,
  description: "A description as people write them: a sentence or two about where it is.",
  project_id: 1,
  is_active: true,
  added_when: 1_700_000_000 + id,
  last_update: 1_700_000_000 + id,
  can_insert_chip: true,
  platform: "Android",
  platform_version: "14",
  model: "a model with a name",
  additional_data: { note: "some additional data, as most records have them", floor: 3 },
});

const toTerminals = (size: number) =>
  Array.from({ length: size }, (_, index) => toTerminal(index + 1));

/** Which terminals of a list are wanted. If more are wanted than it has, the rest are absent. */
const places = {
  "spread over the list": (wanted: number, size: number) =>
    Array.from({ length: wanted }, (_, index) =>
      wanted > size ? index + 1 : 1 + Math.floor((index * size) / wanted),
    ),
  "at the list's start": (wanted: number) =>
    Array.from({ length: wanted }, (_, index) => index + 1),
  "at the list's end": (wanted: number, size: number) =>
    Array.from({ length: wanted }, (_, index) => Math.max(size - wanted, 0) + index + 1),
} as const;

/** Tags that each name a terminal. */
const toTags = (ids: readonly (number | string)[], identifier: string) =>
  ids.map((reader, index) => ({ id: `04${index}`, additional_data: { [identifier]: reader } }));

/** Joins tags with their terminals for a new key, and measures what the terminals cost. */
async function join(registry: ScriptedRegistry, query: string) {
  await using gateway = await startGateway({
    registryUrl: registry.url,
    key: "new-key",
    links: "tag.reader=terminal.id,tag.reader_uuid=terminal.uuid,tag.reader_imei=terminal.imei",
  });
  const { data, errors } = await gateway.query(query);
  expect(errors).toBeUndefined();
  const calls = registry.calls.filter(({ name }) => name.startsWith("terminals"));
  const bytes = calls.reduce((sum, call) => sum + call.bytes, 0);
  return { nodes: data.tags.nodes, calls: calls.length, bytes };
}

const byId =
  '{ tags(first: 1000) { nodes { f: additionalDataField(identifier: "reader") { terminal { terminalId } } } } }';

describe.each(Object.entries(places))(
  "a new key's first join by id, to terminals %s:",
  (place, choose) => {
    const sizes = [20, 1_000, 10_000];
    const counts = place === "spread over the list" ? [1, 18, 50, 500] : [18, 50];
    const cases = sizes.flatMap((size) => counts.map((wanted) => [wanted, size] as const));
    test.each(cases)(
      "%i of %i cost at most twice the bytes of the cheaper way",
      async (wanted, size) => {
        const ids = choose(wanted, size);
        const terminals = toTerminals(size);
        await using registry = await startScriptedRegistry({
          tags: toTags(ids, "reader"),
          terminals,
        });
        const { nodes, calls, bytes } = await join(registry, byId);
        const found = nodes.map((node: { f: { terminal: { terminalId: string } | null } }) =>
          node.f.terminal === null ? null : Number(node.f.terminal.terminalId),
        );
        expect(found).toEqual(ids.map((id) => (id <= size ? id : null)));
        expect(calls).toBeLessThanOrEqual(wanted + 1);
        if (wanted === 18 && size === 20) expect(calls).toBeLessThanOrEqual(2);
        expect(bytes).toBeLessThanOrEqual(2 * cheaperOf(wanted, terminals).bytes);
      },
    );
  },
);

/** The bytes of gets alone, and of the cheaper of gets and the list if each call also has a price. */
function cheaperOf(wanted: number, terminals: readonly object[]) {
  const size = terminals.length;
  const gets = wanted * JSON.stringify({ terminals: terminals.slice(-1) }).length;
  const list = JSON.stringify({
    terminals,
    limit: 1000,
    page: 1,
    count: size,
    page_count: 1,
  }).length;
  const getsCost = wanted * callCostBytes + gets;
  const listCost = Math.ceil(size / 1000) * callCostBytes + list;
  return { gets, bytes: getsCost < listCost ? gets : list };
}

test.each(["reader_uuid", "reader_imei"])(
  "40 of 40 by id, along with links by %s, cost at most three calls",
  async (identifier) => {
    const terminals = toTerminals(40);
    const tags = terminals.map(({ id, uuid, imei }, index) => ({
      id: `04${index}`,
      additional_data: { reader: id, reader_uuid: uuid.toUpperCase(), reader_imei: imei },
    }));
    await using registry = await startScriptedRegistry({ tags, terminals });
    const fields = ["reader", identifier].map(
      (name) => `${name}: additionalDataField(identifier: "${name}") { terminal { terminalId } }`,
    );
    const { nodes, calls } = await join(registry, `{ tags { nodes { ${fields.join(" ")} } } }`);
    const named = nodes.map((node: Record<string, { terminal: { terminalId: string } | null }>) =>
      ["reader", identifier].map((name) => node[name]?.terminal?.terminalId),
    );
    expect(named).toEqual(terminals.map(({ id }) => [String(id), String(id)]));
    expect(calls).toBeLessThanOrEqual(3);
  },
);

test.each([
  [50, 10_000],
  [500, 10_000],
  [500, 1_000],
])(
  "%i of %i cost a call each, and one page, when no page shows the count",
  async (wanted, size) => {
    const ids = places["spread over the list"](wanted, size);
    const terminals = toTerminals(size);
    await using registry = await startScriptedRegistry({ tags: toTags(ids, "reader"), terminals });
    registry.rules.isCountless = true;
    const { nodes, calls, bytes } = await join(registry, byId);
    expect(nodes.every((node: { f: { terminal: object | null } }) => node.f.terminal)).toBe(true);
    expect(calls).toBeLessThanOrEqual(wanted + 1);
    expect(bytes).toBeLessThanOrEqual(2 * cheaperOf(wanted, terminals).gets);
  },
);
