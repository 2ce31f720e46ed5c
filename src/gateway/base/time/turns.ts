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
interface TurnsOptions {
  /** Calls a function in the next turn of the event loop. @default setImmediate */
  readonly schedule?: (callback: () => void) => void;
  /** In milliseconds. @default performance.now */
  readonly now?: () => number;
}

interface Waiting {
  readonly taker: TurnTaker;
  readonly since: number;
  readonly resolve: () => void;
}

interface KeyQueue {
  /** What waits, in the order in which it began. */
  waiting: Waiting[];
  /** How much time its pieces have taken, in milliseconds, compared with the other keys that have work. */
  usedMs: number;
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
 * Lets only some milliseconds of work continue in each turn of the event loop, so that several pieces do not add up. Keys have the same
 * part of the time, however much work each has. Within a key, what began first goes first: it ends and frees its memory, instead of all
 * being half done.
 */
export class Turns {
  readonly #schedule: (callback: () => void) => void;
  readonly #now: () => number;
  /** The keys that have work, or had some a moment ago. */
  readonly #queues = new Map<string | null, KeyQueue>();
  /** The time that the key whose work continued last had used by then. A key that had no work meanwhile has no claim to more. */
  #usedMs = 0;
  #pieceBeganAt = 0;
  /** Whether a turn is scheduled, or not over. */
  #isScheduled = false;
  #turnBeganAt = 0;
  #checkedAt = 0;

  constructor({ schedule = setImmediate, now = () => performance.now() }: TurnsOptions = {}) {
    this.#schedule = schedule;
    this.#now = now;
  }

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
    const { waiting } = queue;
    queue.waiting = waiting.filter((one) => one.taker !== taker);
    if (queue.waiting.length === waiting.length) return;
    for (const one of waiting) if (one.taker === taker) one.resolve();
  }

  #add(waiting: Waiting): void {
    const { keyDigest, sequence } = waiting.taker;
    const known = this.#queues.get(keyDigest);
    const queue = known ?? { waiting: [], usedMs: 0 };
    if (known === undefined) this.#queues.set(keyDigest, queue);
    if (queue.waiting.length === 0) queue.usedMs = Math.max(queue.usedMs, this.#usedMs);
    const before = queue.waiting.findLastIndex(({ taker }) => taker.sequence <= sequence);
    queue.waiting.splice(before + 1, 0, waiting);
  }

  /** The work of the key that has used least time. Forgets the keys that have no work, and no more than their part of the time. */
  #takeNext(): { readonly queue: KeyQueue; readonly first: Waiting } | undefined {
    let next: KeyQueue | undefined;
    for (const [keyDigest, queue] of this.#queues) {
      if (queue.waiting.length > 0) {
        if (next === undefined || queue.usedMs < next.usedMs) next = queue;
      } else if (queue.usedMs <= this.#usedMs) this.#queues.delete(keyDigest);
    }
    const first = next?.waiting.shift();
    return next && first && { queue: next, first };
  }

  readonly #begin = () => {
    this.#turnBeganAt = this.#now();
    this.#dismissLate();
    this.#continueNext();
  };

  #continueNext(): void {
    const next = this.#takeNext();
    if (next === undefined) {
      this.#isScheduled = false;
      this.#queues.clear();
      this.#usedMs = 0;
      return;
    }
    this.#usedMs = next.queue.usedMs;
    this.#pieceBeganAt = this.#now();
    next.first.resolve();
    // What a microtask adds to this queue runs once no microtask is left, and so when the work has paused or ended.
    queueMicrotask(() => process.nextTick(this.#endPiece, next.queue));
  }

  /** Continues in this turn of the event loop if there is time left, or else in the next one. */
  readonly #endPiece = (queue: KeyQueue) => {
    const now = this.#now();
    queue.usedMs += now - this.#pieceBeganAt;
    if (now - this.#turnBeganAt < maxTurnMs) this.#continueNext();
    else this.#schedule(this.#begin);
  };

  /** Finds late work. While one key alone has work, it only holds up itself, and none is late. */
  #dismissLate(): void {
    const now = this.#turnBeganAt;
    if (this.#queues.size < 2 || now - this.#checkedAt < checkMs) return;
    this.#checkedAt = now;
    const waiting = [...this.#queues.values()].flatMap((queue) => queue.waiting);
    if (new Set(waiting.map(({ taker }) => taker.keyDigest)).size < 2) return;
    for (const { taker, since } of waiting) if (now - since > patienceMs) taker.onLate?.();
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
