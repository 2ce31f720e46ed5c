import { setImmediate } from "node:timers/promises";
import { takeTurns } from "../../search/pace.ts";

/** The next turn of the event loop that is free for work over a list's rows: one stretch of it in each. */
export const nextTurn = takeTurns(() => setImmediate());
