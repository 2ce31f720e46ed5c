import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Ledger,
  type LedgerEntry,
  type MemoryKind,
  memoryKinds,
} from "../../../src/gateway/base/ledger.ts";
import { runs } from "../../support/seed.ts";

const kib = 1024;
const maxBytes = 400 * kib;
const isKnown = (keyDigest: string) => keyDigest !== "made up";

test("a key that the registry answers before its entry counts is no stranger", () => {
  const known = new Set<string>();
  const ledger = new Ledger({ maxBytes, isKnown: (keyDigest) => known.has(keyDigest) });
  const givenUp: string[] = [];
  const [one, other] = ["one", "other"].map((name) =>
    ledger.enter({ keyDigest: name, kind: "responses", giveUp: () => givenUp.push(name) }),
  );
  known.add("one").add("other");
  one?.set(90 * kib);
  other?.set(90 * kib);
  expect(givenUp).toEqual([]);
});

test("the ledger agrees with a model that looks at everything each time", () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary, { maxLength: 60 }), (steps) => {
      const model = new Model();
      for (const step of steps) {
        model.run(step);
        model.check();
      }
      model.closeAll();
    }),
    { numRuns: runs(500) },
  );
});

const holdingArbitrary = fc.record({
  keyDigest: fc.constantFrom(null, "made up", "a", "b", "c"),
  kind: fc.constantFrom(...memoryKinds),
  bytes: fc.integer({ min: 1, max: 150 }).map((number) => number * kib),
});

const stepArbitrary = fc.oneof(
  fc.record({
    do: fc.constant("enter" as const),
    holding: holdingArbitrary,
    /** What giving it up does besides: it closes another entry, or begins one. */
    andThen: fc.option(fc.oneof(fc.nat(), holdingArbitrary)),
  }),
  fc.record({
    do: fc.constant("set" as const),
    index: fc.nat(),
    bytes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 600 * kib })),
  }),
  fc.record({ do: fc.constantFrom("close" as const, "give up" as const), index: fc.nat() }),
);

type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Holding = typeof holdingArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

interface Modelled {
  readonly entry: LedgerEntry;
  readonly owner: string | null;
  readonly kind: MemoryKind;
  bytes: number;
  /** When it began to count. */
  number: number;
  isOver: boolean;
}

/** Runs the same steps in a ledger and in a list of all entries, and expects the same of both. */
class Model {
  readonly #ledger = new Ledger({ maxBytes, isKnown });
  readonly #entries: Modelled[] = [];
  #lastNumber = 0;
  #isMakingRoom = false;

  run(step: Step): void {
    if (step.do === "enter") {
      this.#enter(step.holding, step.andThen);
      return;
    }
    const one = this.#entries[step.index % this.#entries.length];
    if (one === undefined) return;
    if (step.do === "set") this.#set(one, step.bytes);
    else this.#close(one);
  }

  check(): void {
    const counted = this.#counted();
    expect(this.#ledger.bytes).toBe(sum(counted));
    for (const kind of memoryKinds) {
      expect(this.#ledger.bytesOf(kind)).toBe(sum(counted.filter((one) => one.kind === kind)));
    }
    expect(this.#surplus()).toEqual([]);
  }

  closeAll(): void {
    for (const one of this.#entries) one.entry.close();
    for (const one of this.#entries) one.entry.set(50 * kib);
    expect(this.#ledger.bytes).toBe(0);
  }

  #enter({ keyDigest, kind, bytes }: Holding, andThen: number | Holding | null): void {
    const giveUp = () => {
      // The ledger has chosen the same as the model.
      expect(this.#surplus()).toContain(one);
      expect(one.isOver).toBe(false);
      one.isOver = true;
      this.#isMakingRoom = true;
      if (typeof andThen === "object" && andThen) this.#enter(andThen, null);
      const other = typeof andThen === "number" && this.#entries[andThen % this.#entries.length];
      if (other) this.#close(other);
      this.#isMakingRoom = false;
    };
    const entry = this.#ledger.enter({ keyDigest, kind, giveUp });
    const owner = keyDigest !== null && isKnown(keyDigest) ? keyDigest : null;
    const one: Modelled = { entry, owner, kind, bytes: 0, number: 0, isOver: false };
    this.#entries.push(one);
    this.#set(one, bytes);
  }

  #set(one: Modelled, bytes: number): void {
    if (!one.isOver) this.#count(one, bytes);
    one.entry.set(bytes);
    if (!this.#isMakingRoom) expect(this.#surplus()).toEqual([]);
  }

  #count(one: Modelled, bytes: number): void {
    const isOfRequest = ["bodies", "responses", "unread"].includes(one.kind);
    if (one.bytes === 0 && isOfRequest && bytes <= 32 * kib) return;
    if (one.bytes === 0 && bytes > 0) {
      this.#lastNumber += 1;
      one.number = this.#lastNumber;
    }
    one.bytes = bytes;
  }

  #close(one: Modelled): void {
    one.isOver = true;
    one.entry.close();
  }

  #counted(): readonly Modelled[] {
    return this.#entries.filter(({ isOver, bytes }) => !isOver && bytes > 0);
  }

  /** What may be given up next: nothing, or one entry, or one of each of those who hold equally much. */
  #surplus(): readonly Modelled[] {
    const counted = this.#counted();
    const strangers = counted.filter(({ owner }) => owner === null);
    const spare = counted.filter(isSpare);
    const isTooMuch = (some: readonly Modelled[], share: number) =>
      some.length > 1 && sum(some) > maxBytes * share;
    if (isTooMuch(strangers, 1 / 4)) return youngestOfHeaviest(strangers);
    if (isTooMuch(spare, 1 / 2)) return youngestOfHeaviest(spare);
    return isTooMuch(counted, 1) ? youngestOfHeaviest(counted) : [];
  }
}

function isSpare({ kind }: Modelled): boolean {
  return kind === "snapshots";
}

function youngestOfHeaviest(some: readonly Modelled[]): readonly Modelled[] {
  const byOwner = [...Map.groupBy(some, ({ owner }) => owner).values()];
  const most = Math.max(...byOwner.map(sum));
  return byOwner.filter((entries) => sum(entries) === most).flatMap(youngest);
}

function youngest(some: readonly Modelled[]): readonly Modelled[] {
  const first = some.some(isSpare) ? some.filter(isSpare) : some;
  const number = Math.max(...first.map((one) => one.number));
  return some.filter((one) => one.number === number);
}

function sum(some: readonly Modelled[]): number {
  return some.reduce((bytes, one) => bytes + one.bytes, 0);
}
