/** Whose work it is, and since when. */
export interface TurnTaker {
  /** The digest of the key that the work is for; null if it is for none. */
  readonly keyDigest: string | null;
  /** Lower than that of any work that began later. */
  readonly sequence: number;
  /** Called if the work has waited too long for its turn, while work of other keys waits too. @default it waits on */
  readonly onLate?: (() => void) | undefined;
}

/** How the event loop is shared. */
export interface TurnsOptions {
  /** Calls a function in the next turn of the event loop. @default setImmediate */
  readonly schedule?: (callback: () => void) => void;
  /** In milliseconds. @default performance.now */
  readonly now?: () => number;
}

/** Work that waits for its turn. */
interface Waiting {
  readonly taker: TurnTaker;
  readonly since: number;
  readonly resolve: () => void;
}

/** In one turn of the event loop work continues, piece by piece, until it has taken this time, in milliseconds. */
const maxTurnMs = 4;

/** Work that has waited for this time is late, and how often late work is looked for, in milliseconds. */
const patienceMs = 1_500;
const checkMs = 100;

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
 * Lets only some milliseconds of work continue in each turn of the event loop, so that several pieces do not add up. The keys take turns,
 * however much work each has. Within a key, what began first goes first: it ends and frees its memory, instead of all being half done.
 */
export class Turns {
  readonly #schedule: (callback: () => void) => void;
  readonly #now: () => number;
  /** What waits, by key, in the order in which the keys have their turns. Within a key, in the order in which it began. */
  readonly #queues = new Map<string | null, Waiting[]>();
  /** Whether a turn is scheduled, or not over. */
  #isScheduled = false;
  #turnBeganAt = 0;
  #checkedAt = 0;

  constructor({ schedule = setImmediate, now = () => performance.now() }: TurnsOptions = {}) {
    this.#schedule = schedule;
    this.#now = now;
  }

  /** Resolves when it is this work's turn. */
  next(taker: TurnTaker): Promise<void> {
    return new Promise((resolve) => {
      this.#add({ taker, since: this.#now(), resolve });
      if (!this.#isScheduled) this.#schedule(this.#begin);
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

  readonly #begin = () => {
    this.#turnBeganAt = this.#now();
    this.#dismissLate();
    this.#continueNext();
  };

  #continueNext(): void {
    const [next] = this.#queues;
    if (next === undefined) {
      this.#isScheduled = false;
      return;
    }
    const [keyDigest, queue] = next;
    this.#queues.delete(keyDigest);
    const first = queue.shift();
    if (queue.length > 0) this.#queues.set(keyDigest, queue);
    first?.resolve();
    // What a microtask adds to this queue runs once no microtask is left, and so when the work has paused or ended.
    queueMicrotask(() => process.nextTick(this.#endPiece));
  }

  /** Continues in this turn of the event loop if there is time left, or else in the next one. */
  readonly #endPiece = () => {
    if (this.#now() - this.#turnBeganAt < maxTurnMs) this.#continueNext();
    else this.#schedule(this.#begin);
  };

  /** Finds late work. While one key alone has work, it only holds up itself, and none is late. */
  #dismissLate(): void {
    const now = this.#turnBeganAt;
    if (this.#queues.size < 2 || now - this.#checkedAt < checkMs) return;
    this.#checkedAt = now;
    for (const queue of [...this.#queues.values()]) {
      for (const { taker, since } of queue) if (now - since > patienceMs) taker.onLate?.();
    }
  }
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
