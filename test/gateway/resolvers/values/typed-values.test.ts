import { afterAll, beforeEach, expect, test } from "vitest";
import { startListGateway } from "../../../support/list-gateway.ts";

const none = { text: null, number: null, boolean: null, date: null };

/** Values of additional data, with what they are as each kind. */
const values: readonly (readonly [unknown, Partial<typeof none> | object])[] = [
  ["door", { text: "door" }],
  ["", { text: "" }],
  [5, { text: "5", number: 5 }],
  [" 5 ", { text: " 5 ", number: 5 }],
  ["1,5", { text: "1,5" }],
  [true, { text: "true", boolean: true }],
  ["false", { text: "false", boolean: false }],
  [0, { text: "0", number: 0, boolean: false }],
  ["2026-03-01", { text: "2026-03-01", date: "2026-03-01T00:00:00.000Z" }],
  [
    "2026-03-01T09:30:00+01:00",
    { text: "2026-03-01T09:30:00+01:00", date: "2026-03-01T08:30:00.000Z" },
  ],
  ["2026-02-30", { text: "2026-02-30" }],
  [{ a: 1 }, {}],
  [[1], {}],
  [null, {}],
];

const tags = values.map(([value], at) => ({
  id: `T${String(at).padStart(2, "0")}`,
  additional_data: { key: value, other: at },
}));
const gateway = await startListGateway({ tags });
beforeEach(() => gateway.registry.resetCalls());
afterAll(() => gateway[Symbol.asyncDispose]());

test("a value is read as each kind, as filters read it, without a further call", async () => {
  const field = 'additionalDataField(identifier: "key") { text number boolean date }';
  const { data, errors } = await gateway.query(`{ tags { nodes { tagId field: ${field} } } }`);
  expect(errors).toBeUndefined();
  const read = data.tags.nodes.map(({ field }: { field: object }) => field);
  expect(read).toEqual(values.map(([, kinds]) => ({ ...none, ...kinds })));
  expect(gateway.registry.calls).toHaveLength(1);

  for (const kind of ["text", "number", "boolean", "date"] as const) {
    const condition = `{ identifier: "key", ${kind}: { isNull: false } }`;
    const filtered = await gateway.query(
      `{ tags(filter: { additionalData: [${condition}] }) { nodes { tagId } } }`,
    );
    const isOfKind = ({ field }: { field: typeof none }) => field[kind] !== null;
    const ids = data.tags.nodes.filter(isOfKind).map(({ tagId }: { tagId: string }) => ({ tagId }));
    expect([kind, filtered.data.tags.nodes]).toEqual([kind, ids]);
  }
});

test("a facet's values have them too, and ranges have none", async () => {
  const { data, errors } =
    await gateway.query(`{ tags(filter: { isActive: { eq: true } }) { facets(by: [
    { field: IS_ACTIVE }, { field: ADDITIONAL_DATA, identifier: "key", first: 50 },
    { field: ADDITIONAL_DATA, identifier: "key", bounds: [1] }
  ]) { values { value text number boolean date } } } }`);
  expect(errors).toBeUndefined();
  const [active, keys, ranges] = data.tags.facets;
  expect(active.values).toEqual([{ ...none, value: true, text: "true", boolean: true }]);
  const date = "2026-03-01T00:00:00.000Z";
  expect(keys.values).toContainEqual({ ...none, value: "2026-03-01", text: "2026-03-01", date });
  expect(keys.values).toContainEqual({ ...none, value: "5", text: "5", number: 5 });
  expect(ranges.values).toEqual([
    { ...none, value: null },
    { ...none, value: null },
  ]);
});

test("additional data can be limited to some keys, without a further call", async () => {
  const { data, errors } = await gateway.query(
    '{ tags(first: 2) { nodes { all: additionalData one: additionalData(identifiers: ["key", "x"]) none: additionalData(identifiers: []) every: additionalData(identifiers: null) } } }',
  );
  expect(errors).toBeUndefined();
  const [first] = data.tags.nodes;
  const all = { key: "door", other: 0 };
  expect(first).toEqual({ all, one: { key: "door" }, none: {}, every: all });
  expect(gateway.registry.calls).toHaveLength(1);
});
