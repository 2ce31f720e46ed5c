import { expect, test } from "vitest";
import { compareOwnFields } from "../../../../src/gateway/resolvers/own-fields/compare.ts";
import { parseOwnFields } from "../../../../src/gateway/resolvers/own-fields/own-fields.ts";
import { readItem } from "../../../../src/gateway/resolvers/structure/items.ts";
import type { JsonObject } from "../../../../src/registry-client/json-values.ts";

interface Case {
  /** Items by identifier: their types. */
  readonly items?: Readonly<Record<string, string>>;
  readonly data?: readonly JsonObject[];
  readonly fields: string;
  readonly says: readonly string[];
}

const names: Readonly<Record<string, string>> = { floor: "Floor", site: "floor" };

test.each<Case>([
  { items: { floor: "number" }, fields: "floor: Float", says: [] },
  { data: [{}, { floor: null }], fields: "floor: Float", says: [] },
  {
    data: [{ Floor: 1 }],
    fields: "floor: Float",
    says: ['error: TagData.floor: neither the structure nor any of the first 1 tag has "floor"'],
  },
  {
    fields: 'a: Float constructor: JSON b: Tag @item(identifier: "c\\n")',
    says: [
      'error: TagData.a: neither the structure nor any of the first 0 tags has "a"',
      'error: TagData.constructor: neither the structure nor any of the first 0 tags has "constructor"',
      'error: TagData.b: neither the structure nor any of the first 0 tags has "c\n"',
    ],
  },
  {
    items: { floor: "number", site: "textbox", photo: "image" },
    fields: "site: String unknown: String",
    says: [
      'error: TagData.unknown: neither the structure nor any of the first 0 tags has "unknown"',
      'warning: TagData has no field for the item "floor"',
      'warning: TagData has no field for the item "photo"',
    ],
  },
  {
    items: { floor: "number" },
    data: [{ Floor: 1 }, { floor: 1 }, {}],
    fields: "floor: Float",
    says: [
      'warning: TagData.floor: in 1 of 3 tags the key is the item\'s name, "Floor", which data does not read',
    ],
  },
  // A name that is another item's identifier is not its name in records.
  {
    items: { floor: "number", site: "textbox" },
    data: [{ floor: 1 }],
    fields: "floor: Float site: String",
    says: [],
  },
])("own fields $fields, items $items and records $data disagree in $says", (given) => {
  const { items = {}, data = [], fields, says } = given;
  const own = parseOwnFields(`type TagData { ${fields} }`, "own.graphql");
  const entries = Object.entries(items).map(([identifier, type]) => ({
    ...{ identifier, type, name: names[identifier] ?? "Other" },
  }));
  const tag = { items: entries.map((one) => readItem({ fields: one, template: "" })), data };
  const known = { tag, terminal: { items: [], data: [] } };
  const findings = compareOwnFields(own, known, (word) => `"${word}"`);
  expect(findings.map(({ status, text }) => `${status}: ${text}`)).toEqual(says);
});

const text = ["textbox", "textarea", "selectbox"];

test.each<[type: string, refused: readonly string[]]>([
  ["String", ["number"]],
  ["Float", [...text, "image"]],
  ["Boolean", [...text, "image", "number"]],
  ["DateTime", ["image", "number"]],
  ["JSON", []],
  ["Tag", []],
  ["Terminal", []],
])("%s over an item of the types %j is a warning", (type, refused) => {
  const own = parseOwnFields(`type TagData { a: ${type} }`, "own.graphql");
  const isWarned = (itemType: string) => {
    const item = readItem({ fields: { identifier: "a", type: itemType }, template: "" });
    const known = { tag: { items: [item], data: [] }, terminal: { items: [], data: [] } };
    const findings = compareOwnFields(own, known, String);
    const kind = itemType === "number" ? "number" : "text";
    const over = `TagData.a: ${type} over a ${itemType.toUpperCase()}`;
    const refusal = `so filters by it are refused, and DATA_A orders by ${kind}`;
    for (const finding of findings) {
      expect(finding).toEqual({ status: "warning", text: `${over}, ${refusal}` });
    }
    return findings.length > 0;
  };
  expect([...text, "image", "number", "dial"].filter(isWarned)).toEqual(refused);
});

test("a type that the file leaves out is one warning, if the structure has items", () => {
  const own = parseOwnFields("type TerminalData { a: JSON }", "own.graphql");
  const items = ["a", "b"].map((identifier) => readItem({ fields: { identifier }, template: "" }));
  const known = { items, data: [] };
  expect(compareOwnFields(own, { tag: known, terminal: known }, String)).toEqual([
    { status: "warning", text: "TagData is left out; the structure has 2 items" },
    { status: "warning", text: "TerminalData has no field for the item b" },
  ]);
});
