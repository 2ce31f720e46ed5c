import type { KeyMemory } from "../base/key-memory.ts";

/** A key can use this many slots for each one that is free. Of 64 slots, one key alone gets 48, and a second key 12 of the rest. */
const maxRunningPerFreeSlot = 3;

/** Of the slots, the part that strangers have together once the registry has answered any key. */
const partOfStrangers = 1 / 4;

/** About how many idle keys may gather before all of them are forgotten. They are kept because adding a key again takes time. */
const maxRememberedIdle = 1000;

/** Who wants a slot: a key and, if it was made out for several callers, the token of one. */
interface Claim {
  readonly keyDigest: string;
  readonly token: string | undefined;
}

/** The slots that one key uses, and its claims that wait: by token, each in the order in which they came. */
interface KeyQueue<C> {
  running: number;
  /** Whether the registry has never answered the key. */
  isStranger: boolean;
  readonly waiting: Map<string | undefined, C[]>;
}

/**
 * Shares slots fairly. Keys that wait take turns, and within a key its tokens. However slow the calls
 * of one key are, it leaves some slots to the next, and those whom the registry does not know leave
 * most of them to those whom it does. So whoever finds a slot for itself takes it: none that waits
 * could have used it.
 */
export class Slots<C extends Claim> {
  readonly #count: number;
  readonly #keys: Pick<KeyMemory, "hasKnown" | "isKnown">;
  readonly #start: (claim: C) => void;
  /** By key digest. */
  readonly #queues = new Map<string, KeyQueue<C>>();
  /** Those in which claims wait, the next one first. */
  #turns: KeyQueue<C>[] = [];
  #free: number;
  #usedByStrangers = 0;
  #isStarting = false;

  /** @param start is called with a claim that has waited, when it has its slot. */
  constructor(
    count: number,
    keys: Pick<KeyMemory, "hasKnown" | "isKnown">,
    start: (claim: C) => void,
  ) {
    this.#count = count;
    this.#free = count;
    this.#keys = keys;
    this.#start = start;
  }

  get running(): number {
    return this.#count - this.#free;
  }

  get waiting(): number {
    return this.#turns
      .flatMap(({ waiting }) => [...waiting.values()])
      .reduce((sum, lane) => sum + lane.length, 0);
  }

  /** Takes a slot if there is one for the claim, which waits otherwise. Returns whether it has one. */
  take(claim: C): boolean {
    const queue = this.#queueOf(claim.keyDigest);
    if (queue.waiting.size === 0 && this.#hasRoom(queue)) {
      this.#occupy(queue, 1);
      return true;
    }
    if (queue.waiting.size === 0) this.#turns.push(queue);
    const lane = queue.waiting.get(claim.token);
    if (lane === undefined) queue.waiting.set(claim.token, [claim]);
    else lane.push(claim);
    return false;
  }

  /** Ends a claim's wait. */
  leave(claim: C): void {
    const queue = this.#queueOf(claim.keyDigest);
    const lane = queue.waiting.get(claim.token) ?? [];
    const index = lane.indexOf(claim);
    if (index < 0) return;
    lane.splice(index, 1);
    if (lane.length === 0) queue.waiting.delete(claim.token);
    if (queue.waiting.size === 0) this.#turns = this.#turns.filter((other) => other !== queue);
  }

  /** Gives back a slot. */
  release({ keyDigest }: C): void {
    this.#occupy(this.#queueOf(keyDigest), -1);
    // A call that ends as soon as it starts leads back here.
    if (this.#isStarting) return;
    this.#isStarting = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext())
      this.#start(next);
    this.#isStarting = false;
  }

  #takeNext(): C | undefined {
    const index = this.#turns.findIndex((queue) => this.#hasRoom(queue));
    const [queue] = index < 0 ? [] : this.#turns.splice(index, 1);
    if (queue === undefined) return undefined;
    const next = takeNext(queue);
    if (queue.waiting.size > 0) this.#turns.push(queue);
    this.#occupy(queue, 1);
    return next;
  }

  #hasRoom({ running, isStranger }: KeyQueue<C>): boolean {
    if (this.#free === 0) return false;
    const most = Math.max(1, Math.floor(this.#count * partOfStrangers));
    if (isStranger && this.#usedByStrangers >= most && this.#keys.hasKnown) return false;
    // What strangers use takes nothing from the share of a key that is known.
    const free = isStranger ? this.#free : this.#free + this.#usedByStrangers;
    return running < maxRunningPerFreeSlot * free;
  }

  #occupy(queue: KeyQueue<C>, slots: 1 | -1): void {
    queue.running += slots;
    this.#free -= slots;
    if (queue.isStranger) this.#usedByStrangers += slots;
  }

  #queueOf(keyDigest: string): KeyQueue<C> {
    const queue = this.#queues.get(keyDigest) ?? this.#addQueue(keyDigest);
    if (queue.isStranger && this.#keys.isKnown(keyDigest)) {
      queue.isStranger = false;
      this.#usedByStrangers -= queue.running;
    }
    return queue;
  }

  #addQueue(keyDigest: string): KeyQueue<C> {
    if (this.#queues.size >= maxRememberedIdle + this.#count) {
      for (const [idle, { running, waiting }] of this.#queues)
        if (running === 0 && waiting.size === 0) this.#queues.delete(idle);
    }
    const queue: KeyQueue<C> = { running: 0, isStranger: true, waiting: new Map() };
    this.#queues.set(keyDigest, queue);
    return queue;
  }
}

/** The oldest claim of the token whose turn it is. */
function takeNext<C>({ waiting }: KeyQueue<C>): C | undefined {
  for (const [token, lane] of waiting) {
    const claim = lane.shift();
    // Deleted and set again, it is the last.
    waiting.delete(token);
    if (lane.length > 0) waiting.set(token, lane);
    return claim;
  }
  return undefined;
}
