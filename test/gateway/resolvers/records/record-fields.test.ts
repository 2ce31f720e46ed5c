import { isEnumType, isInputObjectType, isObjectType } from "graphql";
import { describe, expect, test } from "vitest";
import { findChangedFields } from "../../../../src/gateway/list/changes/compare.ts";
import { findRecordIssues } from "../../../../src/gateway/resolvers/quality/record-issues.ts";
import {
  recordFields,
  toFieldName,
} from "../../../../src/gateway/resolvers/records/record-fields.ts";
import { createSchema } from "../../../../src/gateway/resolvers/schema.ts";
import { describeList } from "../../../../src/gateway/resolvers/search/list-descriptions.ts";
import { documentedFields } from "../../../../src/registry-client/documented-fields.ts";
import type { RegistryRecord } from "../../../../src/registry-client/records.ts";

const schema = createSchema();

/** The fields of the schema that are a record's id, or derive from other fields or other records. */
const derived = [
  "id",
  "tagId",
  "terminalId",
  "project",
  "addedAt",
  "updatedAt",
  "additionalDataField",
  "additionalDataFields",
  "linkedTags",
  "linkedTerminals",
];

const unreadable = [5];

describe.each([
  { type: "Tag", subject: "tag" },
  { type: "Terminal", subject: "terminal" },
] as const)("each field of a $type in the schema", ({ type, subject }) => {
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

  test("is semantically non-null exactly if the registry must have a value", () => {
    const fields = isObjectType(definition) ? definition.getFields() : {};
    const marked = own.filter((name) =>
      fields[name]?.astNode?.directives?.some(({ name }) => name.value === "semanticNonNull"),
    );
    const promised = Object.entries(documentedFields[subject])
      .filter(([, { presence }]) => presence === "promised")
      .map(([name]) => toFieldName(name));
    expect(marked.sort()).toEqual(promised.sort());
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

  test("can be filtered, sorted and counted by, if the schema says so", () => {
    const { fields } = describeList(subject, "auto");
    const filter = schema.getType(`${type}Filter`);
    const filtered = isInputObjectType(filter) ? Object.keys(filter.getFields()) : [];
    const [sorted, counted] = ["Order", "Facet"].map((use) => {
      const names = schema.getType(`${type}${use}Field`);
      return isEnumType(names) ? names.getValues().map(({ name }) => toFieldName(name)) : [];
    });
    const linked = ["linkedTags", "linkedTerminals"];
    const others = ["and", "or", "not", "relevance", "additionalData", ...linked];
    const used = new Set([...filtered, ...(sorted ?? []), ...(counted ?? [])]);
    expect(used.size).toBeGreaterThan(10);
    for (const name of used) if (!others.includes(name)) expect(fields).toHaveProperty(name);
  });
});
