import { type FurtherResolvers, type TerminalParent, toTerminal } from "../parents.ts";
import type {
  Terminal,
  TerminalConnectionResolvers,
  TerminalEdgeResolvers,
  TerminalResolvers,
} from "../types.generated.ts";
import { createConnectionResolvers, edge } from "./connection.ts";
import { record } from "./record.ts";

/** `Terminal` (interface §2.1). */
export const terminal: FurtherResolvers<TerminalResolvers, Terminal, TerminalParent> = record;

/** `TerminalConnection`. */
export const terminalConnection: Omit<TerminalConnectionResolvers, "totalCount"> =
  createConnectionResolvers(toTerminal);

/** `TerminalEdge`. */
export const terminalEdge: Omit<TerminalEdgeResolvers, "node"> = edge;
