import { expect, test } from "vitest";
import { callCostBytes } from "../../../src/gateway/list/records/planner.ts";
import { startScriptedGateway } from "../../support/gateway.ts";

const links = "tag.reader=terminal.id,tag.reader_uuid=terminal.uuid,tag.reader_imei=terminal.imei";

const toTerminals = (size: number) =>
  Array.from({ length: size }, (_, at) => ({
    id: at + 1,
    name: `terminal ${at + 1}`,
    uuid: `00000000-0000-4000-8000-${String(at + 1).padStart(12, "0")}`,
    imei: `35${String(at + 1).padStart(13, "0")}`,
    description: "A description as people write them: a sentence or two about where it is.",
    project_id: 1,
    is_active: true,
    added_when: 1_700_000_001 + at,
    last_update: 1_700_000_001 + at,
    can_insert_chip: true,
    platform: "Android",
    platform_version: "14",
    model: "a model with a name",
    additional_data: { note: "some additional data, as most records have them", floor: 3 },
  }));

/** Joins tags, each with one of these additional data, with their terminals for a new key, and measures what the terminals cost. */
async function join(
  data: readonly Readonly<Record<string, unknown>>[],
  terminals: ReturnType<typeof toTerminals>,
  rules: object = {},
) {
  const tags = data.map((additional_data, index) => ({ id: `04${index}`, additional_data }));
  await using gateway = await startScriptedGateway({ tags, terminals }, { links });
  Object.assign(gateway.registry.rules, rules);
  const identifiers = Object.keys(data[0] ?? {});
  const fields = identifiers.map(
    (name) => `${name}: additionalDataField(identifier: "${name}") { terminal { terminalId } }`,
  );
  const { data: found, errors } = await gateway.query(
    `{ tags(first: 1000) { nodes { ${fields.join(" ")} } } }`,
  );
  expect(errors).toBeUndefined();
  const calls = gateway.registry.calls.filter(({ name }) => name.startsWith("terminals"));
  const nodes: readonly Record<string, { terminal: { terminalId: string } | null }>[] =
    found.tags.nodes;
  return {
    found: nodes.map((node) => identifiers.map((name) => node[name]?.terminal?.terminalId ?? null)),
    calls: calls.length,
    bytes: calls.reduce((sum, call) => sum + call.bytes, 0),
  };
}

/** The bytes of gets, and of the list, each with what its calls cost besides. */
function costs(wanted: number, terminals: readonly object[]) {
  const size = terminals.length;
  const gets = wanted * JSON.stringify({ terminals: terminals.slice(-1) }).length;
  const envelope = { limit: 1000, page: 1, count: size, page_count: 1 };
  const list = JSON.stringify({ terminals, ...envelope }).length;
  return {
    gets: gets + wanted * callCostBytes,
    list: list + callCostBytes,
    getBytes: gets,
    listBytes: list,
  };
}

const readers = (wanted: number, size: number, from: number) =>
  Array.from({ length: wanted }, (_, at) => ({
    reader:
      from > 0 || wanted > size ? Math.max(from, 1) + at : 1 + Math.floor((at * size) / wanted),
  }));

test.each([
  [1, 1_000, 0],
  [18, 20, 0],
  [18, 20, 3],
  [18, 1_000, 1],
  [50, 20, 0],
  [50, 1_000, 951],
  [500, 20, 0],
  [500, 1_000, 0],
])(
  "a new key's first join by id to %i of %i terminals, from the one at %i on, costs at most twice the bytes of the cheaper way",
  async (wanted, size, from) => {
    const terminals = toTerminals(size);
    const data = readers(wanted, size, from);
    const { found, calls, bytes } = await join(data, terminals);
    expect(found).toEqual(data.map(({ reader }) => [reader <= size ? String(reader) : null]));
    expect(calls).toBeLessThanOrEqual(wanted === 18 && size === 20 ? 2 : wanted + 1);
    const { gets, list, getBytes, listBytes } = costs(wanted, terminals);
    expect(bytes).toBeLessThanOrEqual(2 * (gets < list ? getBytes : listBytes));
  },
);

test.each(["uuid", "imei"] as const)(
  "40 of 40 by id, along with links by %s, cost at most three calls",
  async (by) => {
    const terminals = toTerminals(40);
    const data = terminals.map((one) => ({ reader: one.id, [`reader_${by}`]: one[by] }));
    const { found, calls } = await join(data, terminals);
    expect(found).toEqual(terminals.map(({ id }) => [String(id), String(id)]));
    expect(calls).toBeLessThanOrEqual(3);
  },
);

test("50 of 500 cost a call each, and one page, when no page shows the count", async () => {
  const terminals = toTerminals(500);
  const data = readers(50, 500, 0);
  const { found, calls, bytes } = await join(data, terminals, { isCountless: true });
  expect(found).not.toContainEqual([null]);
  expect(calls).toBeLessThanOrEqual(51);
  expect(bytes).toBeLessThanOrEqual(2 * costs(50, terminals).getBytes);
});
