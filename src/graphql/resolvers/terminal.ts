import { decodeBoolean, decodeString } from "../../upstream/decode.ts";
import { readOptional, readPromised } from "../../upstream/records.ts";
import { toGlobalId } from "../global-id.ts";
import type {
  TerminalConnectionResolvers,
  TerminalEdgeResolvers,
  TerminalResolvers,
} from "../types.generated.ts";
import { connection, edge } from "./connection.ts";
import { record } from "./record.ts";

/** `Terminal` (interface §2.1). */
export const terminal: TerminalResolvers = {
  ...record,
  id: ({ id }) => toGlobalId("Terminal", id),
  terminalId: ({ id }) => id,
  imei: (parent) => readOptional(parent, "imei", decodeString),
  uuid: (parent) => readPromised(parent, "uuid", decodeString),
  canInsertChip: (parent) => readPromised(parent, "can_insert_chip", decodeBoolean),
  canChangeChip: (parent) => readPromised(parent, "can_change_chip", decodeBoolean),
  platform: (parent) => readOptional(parent, "platform", decodeString),
  platformVersion: (parent) => readOptional(parent, "platform_version", decodeString),
  model: (parent) => readOptional(parent, "model", decodeString),
  formIdentifier: (parent) => readOptional(parent, "form_identifier", decodeString),
};

/** `TerminalConnection`. */
export const terminalConnection: TerminalConnectionResolvers = connection;

/** `TerminalEdge`. */
export const terminalEdge: TerminalEdgeResolvers = edge;
