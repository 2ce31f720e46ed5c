import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeLinks } from "../../../../src/commands/own-fields.ts";
import { parseOwnFields } from "../../../../src/gateway/resolvers/own-fields/own-fields.ts";
import { proposeOwnFields } from "../../../../src/gateway/resolvers/own-fields/propose.ts";
import { createSchema } from "../../../../src/gateway/resolvers/schema.ts";
import { type ReadItem, readItem } from "../../../../src/gateway/resolvers/structure/items.ts";
import type { JsonObject } from "../../../../src/registry-client/json-values.ts";
import { type LinkSetting, parseLinks } from "../../../../src/setting-parsers.ts";
import { hostileData, hostileText } from "../../../support/hostile.ts";
import { runs, seed } from "../../../support/seed.ts";

const toItem = (fields: JsonObject) => readItem({ fields, template: "" });

/** The lines of the proposed fields of tags, without those of descriptions. */
function propose(
  given: readonly JsonObject[],
  { data = [], links = "" }: { data?: readonly JsonObject[]; links?: string } = {},
): readonly string[] {
  const items = given.map((fields) => toItem({ type: "textbox", ...fields }));
  const known = { tag: { items, data }, terminal: { items: [], data: [] } };
  const sdl = proposeOwnFields(known, parseLinks(links)) ?? "";
  expect(() => parseOwnFields(sdl, "proposal")).not.toThrow();
  return sdl
    .split("\n")
    .filter((line) => /^ {2}[^"]/.test(line))
    .map((line) => line.trim());
}

test.each([
  [
    "floor next_check next-inspection|date nextRepair",
    "floor nextCheck nextInspectionDate nextRepair",
  ],
  ["FLOOR NEXT_CHECK URLPath Größe|(cm)", "floor nextCheck urlPath grosseCm"],
  ["floor Floor _floor floor2", "floor floor2 floor3 floor22"],
  ["nextCheck next_check nextcheck", "nextCheck nextCheck2 nextcheck"],
  ["2nd|floor __typename __proto__", "_2ndFloor typename proto"],
  ["этаж 42 _ field", "field field2 field3 field4"],
])("the names of the fields proposed for %s, with | for a space, are %s", (identifiers, names) => {
  const given = identifiers.split(" ").map((one) => ({ identifier: one.replace("|", " ") }));
  expect(propose(given).map((line) => line.split(":")[0])).toEqual(names.split(" "));
});

test.each<[type: string, field: string]>([
  ["textbox", "floor: String"],
  ["textarea", "floor: String"],
  ["selectbox", "floor: String"],
  ["image", "floor: String"],
  ["number", "floor: Float"],
  ["dial", "floor: JSON"],
])("an item of type %s is proposed as %s", (type, field) => {
  expect(propose([{ type, identifier: "floor" }])).toEqual([field]);
});

test.each<[link: string, field: string]>([
  ["tag.terminal_id=terminal.id", 'terminal: Terminal @item(identifier: "terminal_id")'],
  ["tag.home=tag.id", "home: Tag"],
  ["tag.owner_uuid=terminal.uuid", 'owner: Terminal @item(identifier: "owner_uuid", names: UUID)'],
  ["tag.imei=terminal.imei", "imei: Terminal @item(names: IMEI)"],
])("the link %s is the field %s, with an item or without one", (links, field) => {
  const identifier = /\.(\w+)/.exec(links)?.[1];
  expect(propose([{ identifier }], { links })).toEqual([field]);
  expect(propose([], { links })).toEqual([field]);
});

describe("DateTime is proposed in a comment", () => {
  const isProposed = (item: JsonObject, values: readonly unknown[]) =>
    propose([item], { data: values.map((value) => ({ seen: value })) })
      .join()
      .includes("# DateTime");
  const named = { identifier: "seen", name: "Expiry date" };
  const unnamed = { identifier: "seen", name: "Updated" };

  test.each<[boolean, JsonObject, readonly unknown[]]>([
    [true, unnamed, ["2026-03-01", "2026-03-02 09:30", null, ""]],
    [false, unnamed, ["2026-03-01", "soon"]],
    [false, unnamed, ["2026-03-01"]],
    [false, unnamed, []],
    [true, named, []],
    [true, named, ["2026-03-01"]],
    [false, named, ["1.3.2026"]],
    [false, { ...named, type: "number" }, []],
    [false, { ...named, type: "image" }, []],
  ])("%s: %j with the values %j", (expected, item, values) => {
    expect(isProposed(item, values)).toBe(expected);
  });
});

test("names and options become the description, in one line of plain text", () => {
  const name = 'Say """\u001b[31m\n"when"\\\u202e';
  const item = toItem({ type: "selectbox", identifier: "a", name, enum: ["good", "worn\n"] });
  const known = { items: [item], data: [] };
  const sdl = proposeOwnFields({ tag: known, terminal: known }, []) ?? "";
  expect(sdl.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  const { tag } = parseOwnFields(sdl, "proposal");
  const description = 'Say """ [31m "when"\\: good, worn';
  expect(tag?.fields.get("a")?.node.description?.value).toBe(description);
});

test("what cannot be a field is left out, and named in a comment", () => {
  const strangers = ["", "a".repeat(201), null, "\ud800"].map((identifier) => ({
    identifier,
    name: "Odd",
  }));
  expect(propose([...strangers, { identifier: "a" }])).toEqual([
    "a: String",
    '# Left out, because an identifier is a text of 1 to 200 characters: "Odd", "Odd", "Odd", "Odd"',
  ]);
});

test.each([
  ["fields", 600, 1, 500],
  ["bytes", 500, 180, 458],
])("a type has at most as many %s as a file may have", (_, count, length, kept) => {
  const items = Array.from({ length: count }, (_, index) => ({
    identifier: `\u0001`.repeat(length) + index,
  }));
  const lines = propose(items);
  expect(lines.length).toBe(kept + 1);
  expect(lines.at(-1)).toMatch(`# Left out: ${count - kept} more.`);
});

test("nothing is proposed without items that can be fields, and without links", () => {
  const none = { items: [], data: [{ floor: 1 }] };
  const unusable = { items: [toItem({ identifier: "" }), toItem({ name: "Floor" })], data: [] };
  expect(proposeOwnFields({ tag: none, terminal: unusable }, [])).toBe(null);
});

test(`a gateway accepts whatever is proposed, and every field names its identifier (seed ${seed})`, () => {
  const item: fc.Arbitrary<ReadItem> = fc
    .record({
      type: fc.constantFrom("textbox", "selectbox", "number", "image", "dial", 5),
      name: fc.oneof(hostileText, fc.constantFrom('"""', "\\", null)),
      identifier: fc.oneof(hostileText, fc.constantFrom("next_check", "nextCheck", "NEXT CHECK")),
      enum: fc.option(fc.array(hostileText, { maxLength: 3 })),
    })
    .map(toItem);
  const known = fc.record({
    items: fc.array(item, { maxLength: 20 }),
    data: fc.array(
      hostileData.map((data) => data ?? {}),
      { maxLength: 3 },
    ),
  });
  const link: fc.Arbitrary<LinkSetting> = fc.record({
    subject: fc.constantFrom("tag", "terminal"),
    identifier: fc.oneof(hostileText, fc.constantFrom("next_check", "terminal_id")),
    target: fc.constantFrom("tag.id", "terminal.id", "terminal.uuid", "terminal.imei"),
  });
  fc.assert(
    fc.property(known, known, fc.array(link, { maxLength: 4 }), (tag, terminal, links) => {
      const sdl = proposeOwnFields({ tag, terminal }, links);
      if (sdl === null) return;
      const own = parseOwnFields(sdl, "proposal");
      expect(() => mergeLinks(links, own)).not.toThrow();
      expect(() => createSchema({ ownFields: own })).not.toThrow();
      const identifiers = [...(own.tag?.fields.values() ?? [])].map(({ identifier }) => identifier);
      const given = [...tag.items, ...links.filter(({ subject }) => subject === "tag")];
      const canBe = (one: string | null) =>
        one !== null && /^.{1,200}$/s.test(one) && one.isWellFormed();
      expect(identifiers).toEqual([...new Set(given.map((one) => one.identifier))].filter(canBe));
    }),
    { numRuns: runs(25), seed },
  );
});
