import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { choicesFor, loadChoices } from "../../../src/explorer/query/pick/picks.ts";
import { pickPositionAt } from "../../../src/explorer/query/pick/position.ts";
import { sampleSdl } from "../../support/sample-schema.ts";

const schema = buildSchema(sampleSdl);

/** What can be picked at the `|` in a query. */
function at(marked: string) {
  const position = marked.indexOf("|");
  const text = marked.replace("|", "");
  const found = pickPositionAt(schema, text, position);
  return found && { ...found.pick, quotes: found.quotes, typed: text.slice(found.from, position) };
}

const ofTags = { kind: "identifier", subject: "tag" };
const ofTerminals = { kind: "identifier", subject: "terminal" };

describe("an identifier can be picked", () => {
  it.each([
    ['{ tags(filter: { additionalData: [{ identifier: "|" }] }) { totalCount } }', ofTags],
    ['{ tags(filter: { additionalData: [{ identifier: "co|', ofTags],
    ['{ tags { nodes { additionalData(identifiers: ["site", "|', ofTags],
    ["{ tags(filter: { additionalData: [{ identifier: |", ofTags],
    ["{ tags(filter: { additionalData: [{ identifier: co|", ofTags],
    ['{ tags(filter: { additionalData: { identifier: "|" } }) }', ofTags],
    [
      'query Q($a: Int = 3) @d(a: 1) { t: tags(first: $a, orderBy: [{ field: ADDITIONAL_DATA, identifier: "|',
      ofTags,
    ],
    ['{ terminals(filter: { or: [{ not: { additionalData: [{ identifier: "|', ofTerminals],
    [
      '{ terminals { facets(by: [{ field: MODEL }, { field: ADDITIONAL_DATA, identifier: "|',
      ofTerminals,
    ],
    ['{ tags { nodes { additionalDataField(identifier: "|', ofTags],
    ['{ node(id: 1) { id ... on Terminal { additionalDataField(identifier: "|', ofTerminals],
    ['fragment F on Tag { name additionalDataField(identifier: "|', ofTags],
    [
      '{ a: __typename } # ( { "\nfragment F on Terminal { additionalDataField(identifier: "|',
      ofTerminals,
    ],
    ['{ terminals { nodes { linkedTags(identifier: "|', ofTags],
    ['{ terminals(filter: { linkedTags: { identifier: "|', ofTags],
    [
      '{ tags(filter: { additionalData: [{ identifier: "x", terminal: { additionalData: [{ identifier: "|',
      ofTerminals,
    ],
    ['{ project { tags(search: "a ( {", filter: { additionalData: [{ identifier: "|', ofTags],
    ['{ tags(search: """ " { """ filter: { additionalData: [{ identifier: "|', ofTags],
  ])("%s", (marked, pick) => {
    expect(at(marked)).toMatchObject(pick);
  });
});

describe("an option can be picked", () => {
  const option = { kind: "option", subject: "tag", identifier: "condition" };

  it.each([
    '{ tags(filter: { additionalData: [{ identifier: "condition", text: { eq: "|" } }] }) { a } }',
    '{ tags(filter: { additionalData: [{ identifier: "condition" text: { in: ["good", "|',
    '{ tags(filter: { additionalData: [{ identifier: "condition", isNull: false, text: { contains: "a", notIn: [|',
    '{ tags(filter: { additionalData: [{ identifier: "a" }, { identifier: "condition", text: { ne: "|',
    '{ tags(filter: { data: { floor: { gte: 1 }, condition: { in: ["good", "|',
    '{ terminals(filter: { data: { homeTag: { data: { condition: { eq: "|',
  ])("%s", (marked) => {
    expect(at(marked)).toMatchObject(option);
  });
});

describe("nothing can be picked", () => {
  it.each([
    "",
    "|",
    "{ tags(|",
    '{ tags(search: "|',
    "{ tags { nodes { identifier|",
    '{ tags(filter: { name: { eq: "|',
    '{ tags(filter: { additionalData: [{ identifier: "condition", text: { contains: "|',
    '{ tags(filter: { additionalData: [{ text: { eq: "|',
    '{ tags(filter: { additionalData: [{ identifier: $x, text: { eq: "|',
    '{ tags(filter: { additionalData: [{ identifier: "condition" }, { text: { eq: "|',
    '{ tags(filter: { data: { condition: { contains: "|',
    '{ tags(filter: { data: { nextCheck: { eq: "|',
    '{ tags(filter: { data: { terminal: { name: { eq: "|',
    '{ nowhere(filter: { additionalData: [{ identifier: "|',
    '# { tags(filter: { additionalData: [{ identifier: "|',
    "query Q($identifier: |",
    "}}}])))(((identifier: |",
  ])("%s", (marked) => {
    expect(at(marked)).toBeNull();
  });
});

it.each([
  ['{ tags { nodes { additionalDataField(identifier: "con|") } } }', "closed", "con"],
  ['{ tags { nodes { additionalDataField(identifier: "con|\n', "open", "con"],
  ["{ tags { nodes { additionalDataField(identifier: con|", "none", "con"],
  ["{ tags { nodes { additionalDataField(identifier: |)", "none", ""],
])("%s: what is typed so far, and whether it is in quotes", (marked, quotes, typed) => {
  expect(at(marked)).toMatchObject({ quotes, typed });
});

it("offers durations wherever a time is within a span, without the structure", async () => {
  for (const marked of [
    '{ tags(filter: { addedAt: { within: { from: "|" } } }) { totalCount } }',
    '{ tags(filter: { additionalData: [{ identifier: "x", date: { within: { to: "-|" } } }] }) { totalCount } }',
  ]) {
    expect(at(marked)).toMatchObject({ kind: "duration" });
    const choices = await loadChoices({ kind: "duration" }, { load: async () => null });
    expect(choices.map(({ name }) => name)).toEqual([
      "30 days ago",
      "a day ago",
      "now",
      "in 7 days",
      "in 30 days",
    ]);
  }
});

it("offers identifiers with their names, options of the select box, and of an unknown subject both", () => {
  const item = { type: "SELECTBOX", name: "Condition", enum: ["good", "worn"] } as const;
  const structures = {
    tag: [
      { ...item, identifier: "condition" },
      { ...item, identifier: null },
      { ...item, identifier: "condition", name: "Does not count", enum: ["none"] },
    ],
    terminal: [{ ...item, name: null, identifier: "site_kind", enum: ["office"] }],
  };
  expect(choicesFor({ kind: "identifier", subject: null }, structures)).toEqual([
    { value: "condition", name: "Condition" },
    { value: "site_kind", name: "" },
  ]);
  const option = { kind: "option", subject: "tag" } as const;
  expect(choicesFor({ ...option, identifier: "condition" }, structures)).toEqual([
    { value: "good", name: "" },
    { value: "worn", name: "" },
  ]);
  expect(choicesFor({ ...option, identifier: "site" }, structures)).toEqual([]);
  const own = { kind: "option", subject: "terminal", identifier: "siteKind" } as const;
  expect(choicesFor(own, structures)).toEqual([{ value: "office", name: "" }]);
  expect(choicesFor({ kind: "identifier", subject: "tag" }, { tag: null, terminal: null })).toEqual(
    [],
  );
});
