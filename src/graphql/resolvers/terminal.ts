import { decodeOptional, decodePromised } from "../../upstream/decoding/fields.ts";
import { decodeBoolean, decodeString } from "../../upstream/decoding/json-values.ts";
import type {
  TerminalConnectionResolvers,
  TerminalEdgeResolvers,
  TerminalResolvers,
} from "../types.generated.ts";
import { toGlobalId } from "../values/global-id.ts";
import type { RecordField } from "../values/record-field.ts";
import { record } from "./record.ts";
import { connection, edge } from "./record-connection.ts";

/** The fields that only terminals have (interface §2.1). */
export const terminalFields: readonly RecordField[] = [
  { name: "imei", member: "imei", decode: decodeString },
  { name: "uuid", member: "uuid", decode: decodeString },
  { name: "canInsertChip", member: "can_insert_chip", decode: decodeBoolean },
  { name: "canChangeChip", member: "can_change_chip", decode: decodeBoolean },
  { name: "platform", member: "platform", decode: decodeString },
  { name: "platformVersion", member: "platform_version", decode: decodeString },
  { name: "model", member: "model", decode: decodeString },
  { name: "formIdentifier", member: "form_identifier", decode: decodeString },
];

/** `Terminal` (interface §2.1). */
export const terminal: TerminalResolvers = {
  ...record,
  id: ({ id }) => toGlobalId("Terminal", id),
  terminalId: ({ id }) => id,
  imei: (terminal) => decodeOptional(terminal, "imei", terminal.fields["imei"], decodeString),
  uuid: (terminal) => decodePromised(terminal, "uuid", terminal.fields["uuid"], decodeString),
  canInsertChip: (terminal) =>
    decodePromised(terminal, "can_insert_chip", terminal.fields["can_insert_chip"], decodeBoolean),
  canChangeChip: (terminal) =>
    decodePromised(terminal, "can_change_chip", terminal.fields["can_change_chip"], decodeBoolean),
  platform: (terminal) =>
    decodeOptional(terminal, "platform", terminal.fields["platform"], decodeString),
  platformVersion: (terminal) =>
    decodeOptional(terminal, "platform_version", terminal.fields["platform_version"], decodeString),
  model: (terminal) => decodeOptional(terminal, "model", terminal.fields["model"], decodeString),
  formIdentifier: (terminal) =>
    decodeOptional(terminal, "form_identifier", terminal.fields["form_identifier"], decodeString),
};

/** `TerminalConnection`. A connection of tags is resolved in the same way. */
export const terminalConnection: TerminalConnectionResolvers = connection;

/** `TerminalEdge`. An edge to a tag is resolved in the same way. */
export const terminalEdge: TerminalEdgeResolvers = edge;
