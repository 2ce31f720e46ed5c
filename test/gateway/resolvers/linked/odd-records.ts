import fc from "fast-check";
import { toGlobalId } from "../../../../src/gateway/resolvers/values/global-id.ts";
import { item, type PlainRecord } from "../../../support/project.ts";

/** Links of every kind between the lists, several from one list to another, and links within a list. */
export const links = {
  tag: ["tag", "terminal", "uuid", "imei", "terminal_too"],
  terminal: ["tag", "terminal", "uuid", "tag_too"],
} as const;

export type Subject = "tag" | "terminal";

/** The identifiers of the links from one list to another. */
export function linksTo(from: Subject, to: Subject): readonly string[] {
  return links[from].filter((identifier) => identifier.startsWith("tag") === (to === "tag"));
}

export const linkSetting = [
  "tag.tag=tag.id",
  "tag.terminal=terminal.id",
  "tag.uuid=terminal.uuid",
  "tag.imei=terminal.imei",
  "tag.terminal_too=terminal.id",
  "terminal.tag=tag.id",
  "terminal.terminal=terminal.id",
  "terminal.uuid=terminal.uuid",
  "terminal.tag_too=tag.id",
].join();

export const structures = {
  tag: { items: [item("textbox", "terminal", { name: "Reader" })], last_update: 1 },
  terminal: { items: [item("textbox", "tag", { name: "Home" })], last_update: 1 },
};

const tagIds = ["5", "05", "a1", "A1", "x y", "007"];
const terminalIds = [5, 7, -3, 0, "007"];
const uuids = ["6f9619ff-8b86", "6F9619FF-8b86", "6f9619ff8b86", "5", "", null, 12, { odd: true }];
const imeis = ["35175605152399", "35175605152399A", "35175605152399a", 5, "", null];

/** Values as links can have them: names of records in many spellings, and what names nothing. */
const values = fc.constantFrom<unknown>(
  ...tagIds,
  ...terminalIds,
  ...uuids,
  ...imeis,
  5.5,
  "5.0",
  " 5",
  "-3",
  "7",
  true,
  [5],
  ["a1"],
  { id: 5 },
  "nobody",
  "..",
  toGlobalId("Tag", "a1"),
  toGlobalId("Terminal", "5"),
);

function data(identifiers: readonly string[]) {
  const keys = [...identifiers, "Reader", "Home"].map((key) => [key, values] as const);
  return fc.oneof(
    { arbitrary: fc.record(Object.fromEntries(keys), { requiredKeys: [] }), weight: 9 },
    { arbitrary: fc.constantFrom<unknown>(null, "odd", []), weight: 1 },
  );
}

const names = fc.constantFrom("one", "two", "three");

const tags = fc
  .subarray(tagIds)
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .record({ name: names, is_active: fc.boolean(), additional_data: data(links.tag) })
          .map((fields): PlainRecord => ({ id, ...fields })),
      ),
    ),
  );

const terminals = fc.subarray(terminalIds).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc
        .record({
          name: names,
          is_active: fc.boolean(),
          uuid: fc.constantFrom(...uuids),
          imei: fc.constantFrom(...imeis),
          additional_data: data(links.terminal),
        })
        .map((fields): PlainRecord => ({ id, ...fields })),
    ),
  ),
);

export const projects = fc.record({ tags, terminals });
