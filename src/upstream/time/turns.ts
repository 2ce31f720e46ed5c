/** Whose work it is, and since when. */
export interface TurnTaker {
  /** The digest of the key that the work is for; null if it is for none. */
  readonly keyDigest: string | null;
  /** Lower than that of any work that began later. */
  readonly sequence: number;
}

/** Calls a function in the next turn of the event loop. */
type Schedule = (callback: () => void) => void;

/** Work that waits for its turn. */
interface Waiting {
  readonly taker: TurnTaker;
  readonly resolve: () => void;
}

let lastSequence = 0;

/** Numbers work in the order in which it begins. Times would not do: much may begin within a millisecond. */
export function takeSequence(): number {
  lastSequence += 1;
  return lastSequence;
}

/** Work for a key that begins now, and belongs to no request in particular. */
export function beginWork(keyDigest: string | null): TurnTaker {
  return { keyDigest, sequence: takeSequence() };
}

/**
 * Lets only one piece of work continue in each turn of the event loop, so that several do not add up. The keys take turns, however much
 * work each has. Within a key, what began first goes first: it ends and frees its memory, instead of all being half done.
 */
export class Turns {
  readonly #schedule: Schedule;
  /** What waits, by key, in the order in which the keys have their turns. Within a key, in the order in which it began. */
  readonly #queues = new Map<string | null, Waiting[]>();
  #isScheduled = false;

  /** @default setImmediate */
  constructor(schedule: Schedule = setImmediate) {
    this.#schedule = schedule;
  }

  /** Resolves in the next turn that is free for this work. */
  next(taker: TurnTaker): Promise<void> {
    return new Promise((resolve) => {
      this.#add({ taker, resolve });
      if (!this.#isScheduled) this.#schedule(this.#continueNext);
      this.#isScheduled = true;
    });
  }

  /** Lets work that was cancelled continue at once. It has only to end. */
  dismiss(taker: TurnTaker): void {
    const queue = this.#queues.get(taker.keyDigest);
    if (queue === undefined) return;
    const others = queue.filter((waiting) => waiting.taker !== taker);
    if (others.length === queue.length) return;
    // The key keeps its place.
    if (others.length > 0) this.#queues.set(taker.keyDigest, others);
    else this.#queues.delete(taker.keyDigest);
    for (const waiting of queue) if (waiting.taker === taker) waiting.resolve();
  }

  #add(waiting: Waiting): void {
    const { keyDigest, sequence } = waiting.taker;
    const queue = this.#queues.get(keyDigest);
    if (queue === undefined) {
      this.#queues.set(keyDigest, [waiting]);
      return;
    }
    const before = queue.findLastIndex(({ taker }) => taker.sequence <= sequence);
    queue.splice(before + 1, 0, waiting);
  }

  readonly #continueNext = () => {
    const [next] = this.#queues;
    if (next !== undefined) {
      const [keyDigest, queue] = next;
      this.#queues.delete(keyDigest);
      const first = queue.shift();
      if (queue.length > 0) this.#queues.set(keyDigest, queue);
      first?.resolve();
    }
    this.#isScheduled = this.#queues.size > 0;
    if (this.#isScheduled) this.#schedule(this.#continueNext);
  };
}

/** The turns of all work on the rows of lists, in the whole process. */
const turns = new Turns();

/** Resolves in the next turn of the event loop that is free for this work on the rows of a list. */
export function nextTurn(taker: TurnTaker): Promise<void> {
  return turns.next(taker);
}

/** Lets work that was cancelled continue at once. It has only to end. */
export function dismiss(taker: TurnTaker): void {
  turns.dismiss(taker);
}
