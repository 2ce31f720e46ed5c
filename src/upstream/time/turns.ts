import { setImmediate } from "node:timers/promises";

/** Resolves in a later turn of the event loop. */
export type Pause = () => Promise<void>;

/** A pause that lets one of its callers go on in each turn, however many wait: what they do in a turn does not add up. */
export function takeTurns(pause: Pause): Pause {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(pause, pause);
    return last;
  };
}

/** The next turn of the event loop that is free for work over a list's rows. */
export const nextTurn = takeTurns(() => setImmediate());
