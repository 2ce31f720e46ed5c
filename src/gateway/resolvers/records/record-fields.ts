import {
  type DocumentedField,
  decoders,
  documentedFields,
  type FieldKind,
} from "../../../registry-client/documented-fields.ts";
import type { Subject } from "../../../registry-client/records.ts";
import { decodeTimestamp, type TimestampUnit } from "../values/date-time.ts";

/**
 * A field of a record. Lists are filtered and sorted by it, `changes` compares it, and
 * `dataQuality` checks that it can be read.
 */
export interface RecordField {
  readonly name: string;
  readonly member: string;
  readonly kind: FieldKind;
  readonly time: string | undefined;
  readonly decode: (value: unknown) => unknown;
  readonly decodeInUnit: (value: unknown, unit: TimestampUnit) => unknown;
}

export const timeNames = { added_when: "addedAt", last_update: "updatedAt" } as const;

/**
 * The fields of each kind of record, except its id. Fields of the schema that derive from others
 * are left out.
 */
export const recordFields: Readonly<Record<Subject, readonly RecordField[]>> = {
  tag: Object.entries(documentedFields.tag).map(toRecordField),
  terminal: Object.entries(documentedFields.terminal).map(toRecordField),
};

/**
 * The schema's name of a field, by its name in the registry or in an enum: `platformVersion` for
 * `PLATFORM_VERSION`.
 */
export function toFieldName(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function toRecordField([member, { kind }]: readonly [string, DocumentedField]): RecordField {
  const decode = decoders[kind];
  return {
    name: toFieldName(member),
    member,
    kind,
    time: new Map<string, string>(Object.entries(timeNames)).get(member),
    decode,
    decodeInUnit: kind === "timestamp" ? decodeTimestamp : decode,
  };
}
