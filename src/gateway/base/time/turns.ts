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
  /** Calls a function in a later turn of the event loop. @default in every other one */
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
  /** The work that goes on, in the order in which it began. */
  waiting: Waiting[];
  /** The requests that have not begun, in the order in which they came. */
  beginning: Waiting[];
  /** How much time its pieces have taken, in milliseconds, compared with the other keys that have work. */
  usedMs: number;
  /** How much more time its requests have taken to begin than its other work, since both have waited, in milliseconds. */
  beginningLeadMs: number;
}

/** A piece of work whose turn it is. */
interface Piece {
  readonly queue: KeyQueue;
  readonly isBeginning: boolean;
  readonly first: Waiting;
}

/**
 * In one turn of the event loop work continues, piece by piece, until it has taken this time, in milliseconds. Then follows what has
 * arrived meanwhile. So the shorter this is, the sooner everybody else is answered.
 */
const maxTurnMs = 1;

/** The same for a piece of work while all requests and all work are of one key: it holds up only others of the key. */
const maxAloneMs = 8;

/** Once a key's request has waited for this time to begin, others of the key are turned away, in milliseconds. */
const maxBeginningMs = 500;

/** If requests of different keys have come within this time, a key can hold up another, in milliseconds. */
const severalKeysMs = 100;

/** Work that has waited for this time is late, and how often late work is looked for, in milliseconds. */
const patienceMs = 1_500;
const checkMs = 100;

let lastSequence = 0;

/**
 * Leaves every other turn of the event loop to what has arrived. undici sends a call at the end of the turn that it was made in, and work
 * of that turn would come first: so calls of small requests are with the registry while work continues, and are not held up twice.
 */
function skipTurn(callback: () => void): void {
  setImmediate(setImmediate, callback);
}

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
  /** The sequence number of the work that continues, or that has continued last. */
  #current = 0;
  /** Whether a turn is scheduled, or not over. */
  #isScheduled = false;
  #turnBeganAt = 0;
  #checkedAt = 0;
  /** Whose request came last, and since when all have been of this key. */
  #lastKeyDigest: string | null = null;
  #onlyKeySince = Number.NEGATIVE_INFINITY;

  constructor({ schedule = skipTurn, now = () => performance.now() }: TurnsOptions = {}) {
    this.#schedule = schedule;
    this.#now = now;
  }

  /** Whether work waits or continues. */
  get isTaken(): boolean {
    return this.#isScheduled;
  }

  next(taker: TurnTaker): Promise<void> {
    return this.#wait(taker, (queue, waiting) => {
      const before = queue.waiting.findLastIndex((one) => one.taker.sequence <= taker.sequence);
      queue.waiting.splice(before + 1, 0, waiting);
    });
  }

  /**
   * Lets a request begin at once (undefined), or in its turn if its key has had more of the time than another that has work, or is the
   * only one that has. Null if it must be turned away, because its key's requests wait too long already.
   */
  begin(taker: TurnTaker): Promise<void> | null | undefined {
    const { keyDigest } = taker;
    this.noteKey(keyDigest);
    const now = this.#now();
    if (!this.#isScheduled || this.#isKeyAlone(now)) return undefined;
    const queue = this.#queues.get(keyDigest);
    if (queue === undefined || !this.#hasHadMost(queue)) return undefined;
    const [first] = queue.beginning;
    if (first && now - first.since > maxBeginningMs) return null;
    return this.#wait(taker, ({ beginning }, waiting) => beginning.push(waiting));
  }

  /** Notes whose request has come. */
  noteKey(keyDigest: string | null): void {
    if (keyDigest === this.#lastKeyDigest) return;
    this.#lastKeyDigest = keyDigest;
    this.#onlyKeySince = this.#now();
  }

  /** A key alone only holds up itself. */
  #isKeyAlone(now: number): boolean {
    return now - this.#onlyKeySince > severalKeysMs;
  }

  /**
   * Whether the work that continues now must wait for its next turn. All work that did not begin in a turn shares one, which begins when
   * the first of it asks. While other work waits, it waits behind that: if all work began as it came, all would be in memory half done.
   */
  isOver({ keyDigest, sequence }: TurnTaker): boolean {
    const now = this.#now();
    if (!this.#isScheduled) {
      this.#pieceBeganAt = now;
      this.#current = sequence;
      this.#schedule(this.#begin);
      this.#isScheduled = true;
      return false;
    }
    if (sequence !== this.#current && this.#queues.values().some(hasWork)) return true;
    const isAlone = this.#isKeyAlone(now) && this.#isAllWorkOf(keyDigest);
    return now - this.#pieceBeganAt > (isAlone ? maxAloneMs : maxTurnMs);
  }

  /** Whether all work is of one key, as the last request is. The requests of another may have come long before. */
  #isAllWorkOf(keyDigest: string | null): boolean {
    if (keyDigest !== this.#lastKeyDigest) return false;
    return this.#queues.size === 0 || (this.#queues.size === 1 && this.#queues.has(keyDigest));
  }

  /** Lets work that was cancelled continue at once. It has only to end. */
  dismiss(taker: TurnTaker): void {
    const queue = this.#queues.get(taker.keyDigest);
    if (queue === undefined) return;
    const isOther = (one: Waiting) => one.taker !== taker;
    const dismissed = workOf(queue).filter((one) => !isOther(one));
    if (dismissed.length === 0) return;
    queue.waiting = queue.waiting.filter(isOther);
    queue.beginning = queue.beginning.filter(isOther);
    for (const { resolve } of dismissed) resolve();
  }

  #wait(taker: TurnTaker, add: (queue: KeyQueue, waiting: Waiting) => void): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.#queueOf(taker);
      if (!hasWork(queue)) queue.usedMs = Math.max(queue.usedMs, this.#usedMs);
      if (!hasBoth(queue)) queue.beginningLeadMs = 0;
      add(queue, { taker, since: this.#now(), resolve });
      if (!this.#isScheduled) this.#schedule(this.#begin);
      this.#isScheduled = true;
    });
  }

  #queueOf({ keyDigest }: TurnTaker): KeyQueue {
    const known = this.#queues.get(keyDigest);
    const queue = known ?? { waiting: [], beginning: [], usedMs: 0, beginningLeadMs: 0 };
    if (known === undefined) this.#queues.set(keyDigest, queue);
    return queue;
  }

  /** Whether a key has had more of the time than another that has work, or is the only one that has. */
  #hasHadMost(queue: KeyQueue): boolean {
    const others = this.#queues.values().filter((one) => one !== queue && hasWork(one));
    const least = others.reduce((ms, { usedMs }) => Math.min(ms, usedMs), Number.POSITIVE_INFINITY);
    return least === Number.POSITIVE_INFINITY ? hasWork(queue) : least < queue.usedMs;
  }

  /** The work of the key that has used least time. Forgets the keys that have no work, and no more than their part of the time. */
  #takeNext(): Piece | undefined {
    let next: KeyQueue | undefined;
    for (const [keyDigest, queue] of this.#queues) {
      if (hasWork(queue)) {
        if (next === undefined || queue.usedMs < next.usedMs) next = queue;
      } else if (queue.usedMs <= this.#usedMs) this.#queues.delete(keyDigest);
    }
    return next && takeFirst(next);
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
    this.#current = next.first.taker.sequence;
    next.first.resolve();
    // What a microtask adds to this queue runs once no microtask is left, and so when the work has paused or ended.
    queueMicrotask(() => process.nextTick(this.#endPiece, next));
  }

  /** Continues in this turn of the event loop if there is time left, or else in the next one. */
  readonly #endPiece = ({ queue, isBeginning }: Piece) => {
    const now = this.#now();
    const tookMs = now - this.#pieceBeganAt;
    queue.usedMs += tookMs;
    queue.beginningLeadMs += isBeginning ? tookMs : -tookMs;
    if (now - this.#turnBeganAt < maxTurnMs) this.#continueNext();
    else this.#schedule(this.#begin);
  };

  /** Finds late work. While one key alone has work, it only holds up itself, and none is late. */
  #dismissLate(): void {
    const now = this.#turnBeganAt;
    if (this.#queues.size < 2 || now - this.#checkedAt < checkMs) return;
    this.#checkedAt = now;
    const waiting = this.#queues.values().flatMap(workOf).toArray();
    if (new Set(waiting.map(({ taker }) => taker.keyDigest)).size < 2) return;
    for (const { taker, since } of waiting) if (now - since > patienceMs) taker.onLate?.();
  }
}

function hasWork({ waiting, beginning }: KeyQueue): boolean {
  return waiting.length > 0 || beginning.length > 0;
}

function hasBoth({ waiting, beginning }: KeyQueue): boolean {
  return waiting.length > 0 && beginning.length > 0;
}

function workOf({ waiting, beginning }: KeyQueue): readonly Waiting[] {
  return [...waiting, ...beginning];
}

/** What is next of a key's work. Requests that begin, and the work that goes on, have about the same part of the key's time. */
function takeFirst(queue: KeyQueue): Piece | undefined {
  const { waiting, beginning } = queue;
  const isBeginning = waiting.length === 0 || (beginning.length > 0 && queue.beginningLeadMs <= 0);
  const first = isBeginning ? beginning.shift() : waiting.shift();
  return first && { queue, isBeginning, first };
}

/** The turns of all work that takes long, in the whole process. */
const turns = new Turns();

/** Resolves in the next turn of the event loop that is free for this work on the rows of a list. */
export function nextTurn(taker: TurnTaker): Promise<void> {
  return turns.next(taker);
}

/** Notes whose request has come: see {@link Turns.noteKey}. */
export function noteKey(keyDigest: string | null): void {
  turns.noteKey(keyDigest);
}

/** Whether the work that continues now must wait for its next turn: see {@link Turns.isOver}. */
export function isTurnOver(taker: TurnTaker): boolean {
  return turns.isOver(taker);
}

/** Whether work waits for its turn. If not, every request may begin. */
export function areTurnsTaken(): boolean {
  return turns.isTaken;
}

/** Lets a request begin: see {@link Turns.begin}. */
export function beginInTurn(taker: TurnTaker): Promise<void> | null | undefined {
  return turns.begin(taker);
}

/** Lets work that was cancelled continue at once. It has only to end. */
export function dismiss(taker: TurnTaker): void {
  turns.dismiss(taker);
}
