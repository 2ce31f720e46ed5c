import type { KeyMemory } from "../base/key-memory.ts";

/**
 * A key can use this many slots for each one that is free. Of 64 slots, one key alone gets 48, and
 * a second key 12 of the rest.
 */
const maxRunningPerFreeSlot = 3;

/** Of the slots, the part that strangers have together once the registry has answered any key. */
const partOfStrangers = 1 / 4;

/** They are kept because adding a key again takes time, until about so many are idle. */
const maxRememberedIdle = 1000;

interface Owner {
  readonly keyDigest: string;
  readonly token: string | undefined;
}

type Start = () => void;

interface KeyQueue {
  running: number;
  /** Whether the registry has never answered the key. */
  isStranger: boolean;
  readonly waiting: Map<string | undefined, Start[]>;
}

/**
 * Shares slots fairly. Keys that wait take turns, and within a key its tokens. However slow the
 * calls of one key are, it leaves some slots to the next, and those whom the registry does not know
 * leave most of them to those whom it does. So whoever finds a slot for itself takes it: none that
 * waits could have used it.
 */
export class Slots {
  readonly #count: number;
  readonly #keys: Pick<KeyMemory, "hasKnown" | "isKnown">;
  readonly #queues = new Map<string, KeyQueue>();
  #turns: KeyQueue[] = [];
  #free: number;
  #usedByStrangers = 0;

  constructor(count: number, keys: Pick<KeyMemory, "hasKnown" | "isKnown">) {
    this.#count = count;
    this.#free = count;
    this.#keys = keys;
  }

  get running(): number {
    return this.#count - this.#free;
  }

  get waiting(): number {
    return this.#turns
      .flatMap(({ waiting }) => [...waiting.values()])
      .reduce((sum, line) => sum + line.length, 0);
  }

  take(keyDigest: string): boolean {
    const queue = this.#queueOf(keyDigest);
    if (queue.waiting.size > 0 || !this.#hasRoom(queue)) return false;
    this.#occupy(queue, 1);
    return true;
  }

  wait({ keyDigest, token }: Owner, start: Start): () => void {
    const queue = this.#queueOf(keyDigest);
    const { waiting } = queue;
    if (waiting.size === 0) this.#turns.push(queue);
    const line = waiting.get(token) ?? [];
    line.push(start);
    waiting.set(token, line);
    return () => {
      const index = line.indexOf(start);
      if (index < 0) return;
      line.splice(index, 1);
      if (line.length === 0) waiting.delete(token);
      if (waiting.size === 0) this.#turns = this.#turns.filter((other) => other !== queue);
    };
  }

  release(keyDigest: string): void {
    this.#occupy(this.#queueOf(keyDigest), -1);
    for (;;) {
      const index = this.#turns.findIndex((queue) => this.#hasRoom(queue));
      const [queue] = index < 0 ? [] : this.#turns.splice(index, 1);
      if (queue === undefined) return;
      const start = takeNext(queue);
      if (queue.waiting.size > 0) this.#turns.push(queue);
      this.#occupy(queue, 1);
      start?.();
    }
  }

  #hasRoom({ running, isStranger }: KeyQueue): boolean {
    if (this.#free === 0) return false;
    const most = Math.max(1, Math.floor(this.#count * partOfStrangers));
    if (isStranger && this.#usedByStrangers >= most && this.#keys.hasKnown) return false;
    // What strangers use takes nothing from the share of a key that is known.
    const free = isStranger ? this.#free : this.#free + this.#usedByStrangers;
    return running < maxRunningPerFreeSlot * free;
  }

  #occupy(queue: KeyQueue, slots: 1 | -1): void {
    queue.running += slots;
    this.#free -= slots;
    if (queue.isStranger) this.#usedByStrangers += slots;
  }

  #queueOf(keyDigest: string): KeyQueue {
    const queue = this.#queues.get(keyDigest) ?? this.#addQueue(keyDigest);
    if (queue.isStranger && this.#keys.isKnown(keyDigest)) {
      queue.isStranger = false;
      this.#usedByStrangers -= queue.running;
    }
    return queue;
  }

  #addQueue(keyDigest: string): KeyQueue {
    if (this.#queues.size >= maxRememberedIdle + this.#count) {
      for (const [idle, { running, waiting }] of this.#queues)
        if (running === 0 && waiting.size === 0) this.#queues.delete(idle);
    }
    const queue: KeyQueue = { running: 0, isStranger: true, waiting: new Map() };
    this.#queues.set(keyDigest, queue);
    return queue;
  }
}

function takeNext({ waiting }: KeyQueue): Start | undefined {
  for (const [token, line] of waiting) {
    const start = line.shift();
    // Deleted and set again, it is the last.
    waiting.delete(token);
    if (line.length > 0) waiting.set(token, line);
    return start;
  }
  return undefined;
}
