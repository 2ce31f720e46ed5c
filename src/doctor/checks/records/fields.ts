import { formatCount } from "../../../format-count.ts";
import {
  decodeBoolean,
  decodeString,
  type JsonObject,
} from "../../../gateway/call/decode/json-values.ts";
import type { Subject } from "../../../gateway/call/decode/records.ts";
import { type Check, createListCall, fetchSample } from "../../visit.ts";
import { unreadableHint as hint, isReadable } from "../rows.ts";

type Decode = (value: unknown) => unknown;

/*
 * The gateway has no list of fields from which these could be derived: it decodes a field only when a resolver reads it. And only
 * the document says which fields a record must have.
 */

/** Timestamps have their own check, so here they only have to be present. */
const anyValue: Decode = (value) => value;

/** The fields that every record must have (interface §2.1, §2.2). */
const common: Readonly<Record<string, Decode>> = {
  name: decodeString,
  project_id: decodeString,
  is_active: decodeBoolean,
  added_when: anyValue,
  last_update: anyValue,
};

const promised: Readonly<Record<Subject, Readonly<Record<string, Decode>>>> = {
  tag: { type: decodeString, ...common },
  terminal: {
    uuid: decodeString,
    ...common,
    can_insert_chip: decodeBoolean,
    can_change_chip: decodeBoolean,
  },
};

/** The fields that may be empty. If they are not, they must be readable. */
const optional: Readonly<Record<Subject, Readonly<Record<string, Decode>>>> = {
  tag: { description: decodeString },
  terminal: {
    description: decodeString,
    imei: decodeString,
    platform: decodeString,
    platform_version: decodeString,
    model: decodeString,
    form_identifier: decodeString,
  },
};

/** Whether records have the documented fields, and whether these can be read. */
export function fieldsCheckOf(subject: Subject): Check {
  return {
    id: `${subject}-fields`,
    asks: `Do ${subject}s have the documented fields?`,
    async run(visit) {
      const rows = await fetchSample(visit, subject);
      if (!rows || rows.length === 0) return [];
      const faults = [
        ...findMissing(rows, promised[subject]),
        ...findUnreadable(rows, { ...promised[subject], ...optional[subject] }),
        ...describeProjects(rows),
      ];
      const call = createListCall(visit, subject);
      const seen = formatCount(rows.length, subject);
      if (faults.length === 0) {
        const detail = `Every documented field is there and can be read, in ${seen}.`;
        return [{ status: "ok", detail, call }];
      }
      const detail = `Of ${seen}: ${faults.join("; ")}.`;
      return [{ status: "warning", detail, hint, call }];
    },
  };
}

function findMissing(
  rows: readonly JsonObject[],
  fields: Readonly<Record<string, Decode>>,
): readonly string[] {
  return Object.keys(fields).flatMap((name) => {
    const count = rows.filter((row) => row[name] === null || row[name] === undefined).length;
    return count === 0 ? [] : [`"${name}" is missing in ${count}`];
  });
}

function findUnreadable(
  rows: readonly JsonObject[],
  fields: Readonly<Record<string, Decode>>,
): readonly string[] {
  return Object.entries(fields).flatMap(([name, decode]) => {
    const count = rows.filter((row) => !isReadable(row[name], decode)).length;
    return count === 0 ? [] : [`"${name}" cannot be read in ${count}`];
  });
}

function describeProjects(rows: readonly JsonObject[]): readonly string[] {
  const projects = new Set(rows.map((row) => String(row["project_id"])));
  return projects.size > 1 ? [`they belong to ${projects.size} projects instead of one`] : [];
}
