import { decodeOptional, decodePromised } from "../../call/decode/fields.ts";
import { decodeBoolean, decodeString } from "../../call/decode/json-values.ts";
import type { RegistryRecord } from "../../call/decode/records.ts";
import { boolean, type RecordField, text } from "./record-field.ts";

/** The fields that only terminals have (interface §2.1). */
export const terminalFields: readonly RecordField[] = [
  { name: "imei", member: "imei", ...text },
  { name: "uuid", member: "uuid", ...text },
  { name: "canInsertChip", member: "can_insert_chip", ...boolean },
  { name: "canChangeChip", member: "can_change_chip", ...boolean },
  { name: "platform", member: "platform", ...text },
  { name: "platformVersion", member: "platform_version", ...text },
  { name: "model", member: "model", ...text },
  { name: "formIdentifier", member: "form_identifier", ...text },
];

export const terminalResolvers = {
  imei: (terminal: RegistryRecord) =>
    decodeOptional(terminal, "imei", terminal.fields["imei"], decodeString),
  uuid: (terminal: RegistryRecord) =>
    decodePromised(terminal, "uuid", terminal.fields["uuid"], decodeString),
  canInsertChip: (terminal: RegistryRecord) =>
    decodePromised(terminal, "can_insert_chip", terminal.fields["can_insert_chip"], decodeBoolean),
  canChangeChip: (terminal: RegistryRecord) =>
    decodePromised(terminal, "can_change_chip", terminal.fields["can_change_chip"], decodeBoolean),
  platform: (terminal: RegistryRecord) =>
    decodeOptional(terminal, "platform", terminal.fields["platform"], decodeString),
  platformVersion: (terminal: RegistryRecord) =>
    decodeOptional(terminal, "platform_version", terminal.fields["platform_version"], decodeString),
  model: (terminal: RegistryRecord) =>
    decodeOptional(terminal, "model", terminal.fields["model"], decodeString),
  formIdentifier: (terminal: RegistryRecord) =>
    decodeOptional(terminal, "form_identifier", terminal.fields["form_identifier"], decodeString),
};
