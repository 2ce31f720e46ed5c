import { setImmediate } from "node:timers/promises";

/** A pause that lets only one caller continue in each turn of the event loop, so that the work of several does not add up. */
export function takeTurns(pause: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(pause, pause);
    return last;
  };
}

/** Resolves in the next turn of the event loop that is free for work on the rows of a list. */
export const nextTurn = takeTurns(() => setImmediate());
