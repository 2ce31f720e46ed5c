import { readDateString } from "./date-string.ts";
import {
  decodeBoolean,
  decodeInteger,
  decodeObject,
  decodeString,
  type JsonObject,
} from "./json-values.ts";
import type { Subject } from "./records.ts";

export type FieldKind = keyof typeof decoders;

export interface DocumentedField {
  readonly kind: FieldKind;
  readonly presence: "promised" | "optional";
  /**
   * Reads its value by a literal name. If shared code read it by a variable name, V8 would look the
   * name up each time (docs/performance.md).
   */
  readonly read: (fields: JsonObject) => unknown;
}

/**
 * How each kind of value is decoded. The unit of timestamps decides whether one can be read, but
 * not whether two are equal.
 */
export const decoders = {
  text: decodeString,
  boolean: decodeBoolean,
  timestamp: decodeMoment,
  object: decodeObject,
};

const common = {
  name: promised("text", ({ name }) => name),
  project_id: promised("text", ({ project_id }) => project_id),
  description: optional("text", ({ description }) => description),
  is_active: promised("boolean", ({ is_active }) => is_active),
  added_when: promised("timestamp", ({ added_when }) => added_when),
  last_update: promised("timestamp", ({ last_update }) => last_update),
  additional_data: optional("object", ({ additional_data }) => additional_data),
};

/**
 * The fields of each kind of record by their names, except its id (interface §2.1, §2.2). The
 * doctor checks these, the schema's fields are resolved from them, and lists are filtered, sorted
 * and compared by them.
 */
export const documentedFields = {
  tag: {
    ...common,
    type: promised("text", ({ type }) => type),
  },
  terminal: {
    ...common,
    imei: optional("text", ({ imei }) => imei),
    uuid: promised("text", ({ uuid }) => uuid),
    can_insert_chip: promised("boolean", ({ can_insert_chip }) => can_insert_chip),
    can_change_chip: promised("boolean", ({ can_change_chip }) => can_change_chip),
    platform: optional("text", ({ platform }) => platform),
    platform_version: optional("text", ({ platform_version }) => platform_version),
    model: optional("text", ({ model }) => model),
    form_identifier: optional("text", ({ form_identifier }) => form_identifier),
  },
} satisfies Readonly<Record<Subject, Readonly<Record<string, DocumentedField>>>>;

function promised<Kind extends FieldKind>(kind: Kind, read: DocumentedField["read"]) {
  return { kind, presence: "promised", read } as const;
}

function optional<Kind extends FieldKind>(kind: Kind, read: DocumentedField["read"]) {
  return { kind, presence: "optional", read } as const;
}

/** A timestamp, or the time of a date string, marked so that the two are never equal. */
function decodeMoment(value: unknown): number | string | null {
  const date = readDateString(value);
  return date === null ? decodeInteger(value) : `date ${date}`;
}
