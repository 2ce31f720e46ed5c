import { toGlobalId } from "../../../src/gateway/resolvers/values/global-id.ts";
import { keys } from "./projects.ts";
import { slowId } from "./rows.ts";
import type { Operation } from "./write-document.ts";

/** An operation that executors are known to answer wrongly. Its name says what would be right. */
export interface Case extends Operation {
  readonly name: string;
  /** @default the key of the sound project */
  readonly key?: string;
}

const failingTerminal = toGlobalId("Terminal", "403");
const goodTag = toGlobalId("Tag", "t1");
const slowTag = toGlobalId("Tag", slowId);
const absentTerminal = toGlobalId("Terminal", "404");

type Row = readonly [name: string, query: string, others?: Omit<Case, "name" | "query">];

/** Mistakes of executors, each with the smallest operation that shows it. */
const rows: readonly Row[] = [
  [
    "a fragment that is spread under two conditions obeys each in its own place",
    'query ($a: Boolean!, $b: Boolean!) { x: tag(id: "t1") { id ...F @include(if: $a) } y: tag(id: "t2") { id ...F @include(if: $b) } } fragment F on Tag { name }',
    { variables: { a: false, b: true } },
  ],
  [
    "a list of nodes has its entries in the order of the ids, however long each takes",
    "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }",
    { variables: { ids: [absentTerminal, slowTag, failingTerminal] }, key: keys.flawed },
  ],
  [
    "a list of entities has its entries in the order of the representations, however long each takes",
    "query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tag { tagId } ... on Terminal { name } } }",
    {
      variables: {
        r: [
          { __typename: "Tag", tagId: slowId },
          { __typename: "Terminal", terminalId: "403" },
        ],
      },
      key: keys.flawed,
    },
  ],
  [
    "a list that breaks off is null with its error, and costs nothing else its value",
    '{ tags(first: 20) { nodes { tagId } } terminals(first: 2) { nodes { name } } tag(id: "t1") { name } }',
    { key: keys.broken },
  ],
  [
    "a condition that is null is the caller's mistake",
    'query ($x: Boolean = true) { tag(id: "t1") { tagId name @include(if: $x) } terminal(id: 1) { name } }',
    { variables: { x: null } },
  ],
  [
    "a null for a non-null argument is the caller's mistake",
    'query ($text: String = "note", $id: ID = "t1") { tag(id: $id) { tagId } terminal(id: 1) { additionalDataField(identifier: $text) { value } } }',
    { variables: { id: null, text: null } },
  ],
  [
    "an excluded field is not included again by a fragment in it",
    "query ($x: Boolean!) { tags(first: 1) { nodes { tagId } nodes @include(if: $x) { ... on Tag { name description } } } }",
    { variables: { x: false } },
  ],
  [
    "an excluded field is not fetched, so that its failure costs nothing",
    'query ($x: Boolean!) { tag(id: "t1") { additionalDataField(identifier: "note") { identifier } additionalDataField(identifier: "note") @include(if: $x) { ... on AdditionalDataField { item { name } } } } }',
    { variables: { x: false }, key: keys.flawed },
  ],
  ...["toString", "constructor", "valueOf", "hasOwnProperty", "__proto__"].flatMap(
    (name): Row[] => [
      [
        `a variable named ${name} that is not sent has no value`,
        `query ($${name}: String) { tags(first: 3, filter: { name: { ne: $${name} } }) { totalCount nodes { name } } }`,
        { variables: {} },
      ],
      [
        `a condition named ${name} that is not sent has its default`,
        `query ($${name}: Boolean = false) { tag(id: "t1") { tagId name @include(if: $${name}) } }`,
        { variables: {} },
      ],
    ],
  ),
  [
    "a list of non-null entries with a failing one has one error, and none of its other entries",
    "{ additionalDataStructure(of: TERMINAL) { items { identifier } } }",
    { key: keys.flawed },
  ],
  [
    "the same response key can mean one field of a tag and another of a terminal",
    "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Tag { a: tagId } ... on Terminal { a: terminalId } } }",
    { variables: { ids: [goodTag, "gRljXAEx", goodTag] } },
  ],
  [
    "cursors are the same under whichever alias of the edges they are asked",
    "{ tags(first: 2) { edges { node { name } } more: edges { cursor } } terminals(first: 1, filter: {}) { more: edges { cursor } edges { node { name } } } }",
  ],
  [
    "response keys can have the names of inherited properties",
    '{ __proto__: tag(id: "t1") { constructor: name __proto__: tagId toJSON: type then: __typename } toString: terminal(id: 1) { hasOwnProperty: name } }',
  ],
  [
    "the path of an error consists of the response keys",
    '{ __proto__: project { a_b: projectId } a: tag(id: "409") { __proto__: name } }',
    { key: keys.flawed },
  ],
  [
    "variables have their values in filters at every depth",
    "query ($f: TagFilter = { name: { isNull: true } }, $t: [TagFilter!], $s: String, $o: [TagOrder!]) { tags(filter: { or: [$f, { not: { and: $t, name: { contains: $s } } }] }, orderBy: $o, first: 3) { totalCount edges { cursor node { tagId } } } }",
    {
      variables: {
        f: { not: { or: [{ name: { startsWith: "tag t" } }, { and: [{ type: { eq: "QR" } }] }] } },
        t: [{ description: { contains: "what" } }],
        s: "t2",
        o: [{ field: "NAME" }, { field: "ADDITIONAL_DATA", identifier: "note", direction: "DESC" }],
      },
    },
  ],
  [
    "a missing variable leaves its field out of a filter",
    "query ($s: String, $f: TagFilter) { tags(filter: { name: { eq: $s }, not: { not: { tagId: { ne: $s } } } }) { totalCount } all: tags(filter: $f) { totalCount } }",
    { variables: {} },
  ],
  [
    "a null within a filter is the caller's mistake, wherever it comes from",
    "query ($s: String, $f: [TagFilter!]) { a: tags(filter: { name: { eq: $s } }) { totalCount } b: tags(filter: { or: $f }) { totalCount } c: terminals(filter: { not: null }) { totalCount } }",
    { variables: { s: null, f: null } },
  ],
  [
    "warnings of several lists are always in the same order",
    '{ a: tags(filter: { additionalData: [{ identifier: "zz", isNull: true }] }) { totalCount } b: terminals(orderBy: [{ field: ADDITIONAL_DATA, identifier: "aa" }]) { totalCount } }',
  ],
  [
    "records are looked up by other spellings",
    '{ a: tagsByUid(uid: "0x6") { spelling tag { tagId name } } b: terminalByUuid(uuid: "{U-2}") { name } c: terminalByImei(imei: "1") { name } d: tagsByUid(uid: "409") { spelling } e: terminalsByUuid(uuid: "{U-2}") { name } f: terminalsByImei(imei: "1") { terminalId name } g: terminalsByUuid(uuid: "") { name } }',
    { key: keys.flawed },
  ],
  [
    "introspection shows the schema",
    '{ __schema { types { name fields { name } } } __type(name: "Tag") { name description } }',
  ],
];

export const cases = rows.map(([name, query, others]): Case => ({ name, query, ...others }));
