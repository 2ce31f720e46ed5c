import { isObjectType } from "graphql";
import { describe, expect, test } from "vitest";
import { findChangedFields } from "../../src/changes/lists/compare.ts";
import { findRecordIssues } from "../../src/graphql/quality/record-issues.ts";
import { recordFields } from "../../src/graphql/record-fields.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import type { RegistryRecord } from "../../src/upstream/decoding/records.ts";

const schema = createSchema();

/** The fields of the schema that are a record's id, or derive from other fields. */
const derived = [
  "id",
  "tagId",
  "terminalId",
  "project",
  "addedAt",
  "updatedAt",
  "additionalDataField",
  "additionalDataFields",
];

/** A value that no field can have. */
const unreadable = [5];

describe.each([
  { type: "Tag", subject: "tag" },
  { type: "Terminal", subject: "terminal" },
] as const)("of a $type, each field of the schema", ({ type, subject }) => {
  const definition = schema.getType(type);
  const names = isObjectType(definition) ? Object.keys(definition.getFields()) : [];
  const rules = {
    fields: recordFields[subject],
    items: null,
    timestampUnit: "s",
    now: 0,
    isDangling: () => false,
  } as const;
  const own = names.filter((name) => !derived.includes(name));

  test("is in the table of record fields, unless it derives from another", () => {
    expect(recordFields[subject].map(({ name }) => name).sort()).toEqual(own.sort());
  });

  test.each(own)("is checked by dataQuality and compared by changes: %s", (name) => {
    const member = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const record: RegistryRecord = {
      subject,
      id: "1",
      fields: { [member]: unreadable },
      template: "",
    };
    expect(findRecordIssues(record, rules)).toEqual([
      { code: "UNREADABLE_FIELD", identifier: name },
    ]);
    const empty = { ...record, fields: {} };
    expect(findChangedFields(empty, record, recordFields[subject])).toEqual([name]);
  });
});
