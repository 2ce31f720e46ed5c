import { decodeOptional, decodePromised } from "../../upstream/decoding/fields.ts";
import {
  decodeBoolean,
  decodeObject,
  decodeString,
  type JsonObject,
} from "../../upstream/decoding/json-values.ts";
import type { RegistryRecord } from "../../upstream/decoding/records.ts";
import type { GatewayContext } from "../context.ts";
import type { AdditionalDataFieldParent, ProjectParent } from "../parents.ts";
import { type RecordField, timestamp } from "../values/record-field.ts";
import { readTime, readTimestamp } from "../values/timestamps.ts";
import { loadField, loadFields } from "./additional-data.ts";

/** The fields that tags and terminals have in common (interface §2.1, §2.2). */
export const commonFields: readonly RecordField[] = [
  { name: "name", member: "name", decode: decodeString },
  { name: "projectId", member: "project_id", decode: decodeString },
  { name: "description", member: "description", decode: decodeString },
  { name: "isActive", member: "is_active", decode: decodeBoolean },
  { name: "addedWhen", member: "added_when", ...timestamp },
  { name: "lastUpdate", member: "last_update", ...timestamp },
  { name: "additionalData", member: "additional_data", decode: decodeObject },
];

/*
 * Each resolver reads its value by a literal name. If shared code read it by a variable name, V8 would look the name up each time
 * (docs/performance.md).
 */

/** The resolvers of the fields that tags and terminals have in common. */
export const record = {
  name: (record: RegistryRecord): string =>
    decodePromised(record, "name", record.fields["name"], decodeString),
  projectId: (record: RegistryRecord): string =>
    decodePromised(record, "project_id", record.fields["project_id"], decodeString),
  project: (record: RegistryRecord): ProjectParent => ({ record }),
  description: (record: RegistryRecord): string | null =>
    decodeOptional(record, "description", record.fields["description"], decodeString),
  isActive: (record: RegistryRecord): boolean =>
    decodePromised(record, "is_active", record.fields["is_active"], decodeBoolean),
  addedWhen: (record: RegistryRecord, _: unknown, { settings }: GatewayContext): number =>
    readTimestamp(
      record,
      "added_when",
      record.fields["added_when"],
      settings.REGISTRY_TIMESTAMP_UNIT,
    ),
  addedAt: (record: RegistryRecord, _: unknown, { settings }: GatewayContext): string | null =>
    readTime(record, "added_when", record.fields["added_when"], settings.REGISTRY_TIMESTAMP_UNIT),
  lastUpdate: (record: RegistryRecord, _: unknown, { settings }: GatewayContext): number =>
    readTimestamp(
      record,
      "last_update",
      record.fields["last_update"],
      settings.REGISTRY_TIMESTAMP_UNIT,
    ),
  updatedAt: (record: RegistryRecord, _: unknown, { settings }: GatewayContext): string | null =>
    readTime(record, "last_update", record.fields["last_update"], settings.REGISTRY_TIMESTAMP_UNIT),
  additionalData: (record: RegistryRecord): JsonObject | null =>
    decodeOptional(record, "additional_data", record.fields["additional_data"], decodeObject),
  additionalDataFields: (
    record: RegistryRecord,
    _: unknown,
    { registry }: GatewayContext,
  ): Promise<readonly AdditionalDataFieldParent[]> => loadFields(record, registry),
  additionalDataField: (
    record: RegistryRecord,
    { identifier }: { readonly identifier: string },
    { registry }: GatewayContext,
  ): AdditionalDataFieldParent | Promise<AdditionalDataFieldParent> =>
    loadField(record, identifier, registry),
};
