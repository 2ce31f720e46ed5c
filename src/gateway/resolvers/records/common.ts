import { decodeOptional, decodePromised } from "../../call/decode/fields.ts";
import {
  decodeBoolean,
  decodeObject,
  decodeString,
  type JsonObject,
} from "../../call/decode/json-values.ts";
import type { RegistryRecord } from "../../call/decode/records.ts";
import type { GatewayContext } from "../request/context.ts";
import { readTime, readTimestamp } from "../values/timestamps.ts";
import { boolean, object, type RecordField, text, timestamp } from "./record-field.ts";

/** The fields that tags and terminals have in common (interface §2.1, §2.2). */
export const commonFields: readonly RecordField[] = [
  { name: "name", member: "name", ...text },
  { name: "projectId", member: "project_id", ...text },
  { name: "description", member: "description", ...text },
  { name: "isActive", member: "is_active", ...boolean },
  { name: "addedWhen", member: "added_when", ...timestamp, time: "addedAt" },
  { name: "lastUpdate", member: "last_update", ...timestamp, time: "updatedAt" },
  { name: "additionalData", member: "additional_data", ...object },
];

/*
 * Each resolver reads its value by a literal name. If shared code read it by a variable name, V8 would look the name up each time
 * (docs/performance.md).
 */

export const commonResolvers = {
  name: (record: RegistryRecord): string =>
    decodePromised(record, "name", record.fields["name"], decodeString),
  projectId: (record: RegistryRecord): string =>
    decodePromised(record, "project_id", record.fields["project_id"], decodeString),
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
};
