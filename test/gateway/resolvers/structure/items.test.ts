import { afterEach, describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";

let gateway: ListGateway;
afterEach(() => gateway[Symbol.asyncDispose]());

/** Everything that reads additional data by the structure, of one tag. */
const document = `{
  tags { nodes {
    additionalDataFields { identifier value item { name } }
    floor: additionalDataField(identifier: "floor") { value }
    room: additionalDataField(identifier: "room") { value }
  } }
  isFloor: tags(filter: { additionalData: [{ identifier: "floor", number: { eq: 2 } }] }) { totalCount }
  isRoom: tags(filter: { additionalData: [{ identifier: "room", text: { eq: "2" } }] }) { totalCount }
  counted: tags { facets(by: [
    { field: ADDITIONAL_DATA, identifier: "floor" }, { field: ADDITIONAL_DATA, identifier: "room" }
  ]) { values { value } nullCount } }
  project { dataQuality(of: TAG) { nodes { code identifier } } }
  additionalDataStructure(of: TAG) { jsonSchema uiSchema }
}`;

const item = (fields: object) => ({ type: "textbox", set_via_app: false, ...fields });

async function ask(items: readonly object[], data: object) {
  gateway = await startListGateway({
    tags: [{ id: "A", additional_data: data }],
    structures: { tag: items },
  });
  const response = await gateway.query(document);
  expect(response.errors).toBeUndefined();
  return response.data;
}

const issuesOf = (data: Awaited<ReturnType<typeof ask>>) =>
  data.project.dataQuality.nodes.map((issue: { code: string; identifier: string }) =>
    [issue.code, issue.identifier].join(" "),
  );

describe("an item's value", () => {
  const room = item({ identifier: "room", name: "floor", set_via_app: true });

  test("is found by the item's name, wherever records are compared with the structure", async () => {
    const data = await ask([room], { floor: "2" });
    expect(data.tags.nodes[0]).toEqual({
      additionalDataFields: [{ identifier: "room", value: "2", item: { name: "floor" } }],
      floor: { value: "2" },
      room: { value: "2" },
    });
    expect(data.isRoom.totalCount).toBe(1);
    expect(data.counted.facets[1]).toEqual({ values: [{ value: "2" }], nullCount: 0 });
    expect(issuesOf(data)).toEqual([]);
  });

  test("is not found by a name that is the identifier of another item, anywhere", async () => {
    const floor = item({ identifier: "floor", name: "room", type: "number" });
    const data = await ask([room, floor], { floor: 2 });
    expect(data.tags.nodes[0]).toEqual({
      additionalDataFields: [
        { identifier: "room", value: null, item: { name: "floor" } },
        { identifier: "floor", value: 2, item: { name: "room" } },
      ],
      floor: { value: 2 },
      room: { value: null },
    });
    expect([data.isFloor.totalCount, data.isRoom.totalCount]).toEqual([1, 0]);
    expect(data.counted.facets).toEqual([
      { values: [{ value: 2 }], nullCount: 0 },
      { values: [], nullCount: 1 },
    ]);
    expect(issuesOf(data)).toEqual(["MISSING_VALUE room"]);
  });
});

describe("an item without an identifier", () => {
  test.each([
    ["no identifier", {}],
    ["null for one", { identifier: null }],
  ])(
    "that has %s is left out wherever records are compared with the structure",
    async (_, none) => {
      const nameless = item({ name: "room", set_via_app: true, ...none });
      const data = await ask(
        [nameless, item({ identifier: "floor", name: "Floor", type: "number" })],
        { room: "x" },
      );
      expect(data.tags.nodes[0].additionalDataFields).toEqual([
        { identifier: "floor", value: null, item: { name: "Floor" } },
        { identifier: "room", value: "x", item: null },
      ]);
      expect(issuesOf(data)).toEqual(["UNKNOWN_KEY room"]);
      const { jsonSchema, uiSchema } = data.additionalDataStructure;
      expect(jsonSchema).toMatchObject({ required: [], properties: { floor: {} } });
      expect(Object.keys(jsonSchema.properties)).toEqual(["floor"]);
      expect(uiSchema["ui:order"]).toEqual(["floor", "*"]);
    },
  );

  test("is listed among the items, its identifier null with an error", async () => {
    gateway = await startListGateway({ structures: { tag: [item({ name: "Room" })] } });
    const { data, errors } = await gateway.query(
      "{ additionalDataStructure(of: TAG) { items { name identifier } } }",
    );
    expect(data.additionalDataStructure.items).toEqual([{ name: "Room", identifier: null }]);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["REGISTRY_BAD_RESPONSE"]);
  });
});
