import { record } from "./record.ts";
import { connection, edge } from "./record-connection.ts";
import { terminalFields } from "./records/field-resolvers.ts";
import type {
  TerminalConnectionResolvers,
  TerminalEdgeResolvers,
  TerminalResolvers,
} from "./types/types.generated.ts";
import { toGlobalId } from "./values/global-id.ts";

export const terminal: TerminalResolvers = {
  ...terminalFields,
  ...record,
  id: ({ id }) => toGlobalId("Terminal", id),
  terminalId: ({ id }) => id,
};

export const terminalConnection: TerminalConnectionResolvers = connection;

export const terminalEdge: TerminalEdgeResolvers = edge;
