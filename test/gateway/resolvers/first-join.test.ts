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

/** The bytes of gets alone, and of the cheaper of gets and the list if each call also has a price. */
function cheaperOf(wanted: number, terminals: readonly object[]) {
  const size = terminals.length;
  const gets = wanted * JSON.stringify({ terminals: terminals.slice(-1) }).length;
  const envelope = { limit: 1000, page: 1, count: size, page_count: 1 };
  const list = JSON.stringify({ terminals, ...envelope }).length;
  const getsCost = wanted * callCostBytes + gets;
  const listCost = Math.ceil(size / 1000) * callCostBytes + list;
  return { gets, bytes: getsCost < listCost ? gets : list };
}

const counting = (wanted: number, from = 1) =>
  Array.from({ length: wanted }, (_, at) => ({ reader: from + at }));
const spread = (wanted: number, size: number) =>
  counting(wanted).map((_, at) => ({ reader: 1 + Math.floor((at * size) / wanted) }));

test.each(
  [20, 1_000].flatMap((size) => [
    ...[1, 18, 50, 500].map((wanted) => {
      const data = wanted > size ? counting(wanted) : spread(wanted, size);
      return { size, wanted, where: "spread over the list", data };
    }),
    ...[18, 50].flatMap((wanted) => [
      { size, wanted, where: "at its start", data: counting(wanted) },
      { size, wanted, where: "at its end", data: counting(wanted, Math.max(size - wanted, 0) + 1) },
    ]),
  ]),
)(
  "a new key's first join by id to $wanted of $size terminals, $where, costs at most twice the bytes of the cheaper way",
  async ({ size, wanted, data }) => {
    const terminals = toTerminals(size);
    const { found, calls, bytes } = await join(data, terminals);
    expect(found).toEqual(data.map(({ reader }) => [reader <= size ? String(reader) : null]));
    expect(calls).toBeLessThanOrEqual(wanted === 18 && size === 20 ? 2 : wanted + 1);
    expect(bytes).toBeLessThanOrEqual(2 * cheaperOf(wanted, terminals).bytes);
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

test.each([
  [50, 2_000],
  [500, 1_000],
])(
  "%i of %i cost a call each, and one page, when no page shows the count",
  async (wanted, size) => {
    const terminals = toTerminals(size);
    const { found, calls, bytes } = await join(spread(wanted, size), terminals, {
      isCountless: true,
    });
    expect(found).not.toContainEqual([null]);
    expect(calls).toBeLessThanOrEqual(wanted + 1);
    expect(bytes).toBeLessThanOrEqual(2 * cheaperOf(wanted, terminals).gets);
  },
);
