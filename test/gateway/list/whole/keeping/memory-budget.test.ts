import fc from "fast-check";
import { expect, test } from "vitest";
import {
  MemoryBudget,
  type Reservation,
} from "../../../../../src/gateway/list/whole/keeping/memory-budget.ts";

const maxBytes = 1_000;

interface Member {
  bytes: number;
  growth: number;
}

interface Request {
  readonly reservation: Reservation;
  readonly member: Member;
  readonly size: number;
  state: "waiting" | "reading" | "used" | "gone";
}

/** Requests that arrive, read a list, use it and leave, in any order. */
class Model {
  readonly budget = new MemoryBudget<Member>(maxBytes);
  readonly requests: Request[] = [];

  arrive(size: number): void {
    const reservation = { bytes: size, isUrgent: () => false };
    const request: Request = {
      reservation,
      member: { bytes: size, growth: 0 },
      size,
      state: "waiting",
    };
    this.requests.push(request);
    void this.#enter(request);
  }

  finish(request: Request, name: string): void {
    request.reservation.bytes = 0;
    this.budget.use(request.member);
    this.budget.keep(name, request.member);
    this.budget.giveBack(request.reservation);
    request.state = "used";
  }

  leave(request: Request): void {
    this.budget.release(request.member);
    request.state = "gone";
  }

  in(state: Request["state"]): readonly Request[] {
    return this.requests.filter((request) => request.state === state);
  }

  async #enter(request: Request): Promise<void> {
    await this.budget.reserve(request.reservation);
    request.state = "reading";
  }
}

const step = fc.record({
  what: fc.constantFrom("arrive" as const, "finish" as const, "leave" as const, "grow" as const),
  size: fc.integer({ min: 1, max: 1_300 }),
  name: fc.constantFrom("a", "b", "c"),
});

test("in any order of events, what is in the budget fits or is alone, and every request is served", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const model = new Model();
      const { budget } = model;
      for (const { what, size, name } of steps) {
        const [reader] = model.in("reading");
        const [user] = model.in("used");
        if (what === "arrive") model.arrive(size);
        else if (what === "finish" && reader) model.finish(reader, name);
        else if (what === "leave" && user) model.leave(user);
        else if (what === "grow") budget.measureAll();
        await Promise.resolve();
        const inside = [...model.in("reading"), ...model.in("used")];
        const isAlone = inside.length === 1 && budget.bytes === inside[0]?.size;
        expect(budget.bytes <= maxBytes || isAlone).toBe(true);
        expect(budget.reading).toBeLessThanOrEqual(4);
      }
      for (let turn = 0; turn < 300; turn++) {
        for (const reader of model.in("reading")) model.finish(reader, "a");
        for (const user of model.in("used")) model.leave(user);
        await Promise.resolve();
      }
      expect(model.in("waiting")).toEqual([]);
      budget.drop("a");
      budget.drop("b");
      budget.drop("c");
      expect(budget.bytes).toBe(0);
    }),
    { verbose: true },
  );
});

test("a small request does not overtake a large one that waits", async () => {
  const model = new Model();
  for (const size of [600, 900, 10]) model.arrive(size);
  await Promise.resolve();
  expect(model.requests.map(({ state }) => state)).toEqual(["reading", "waiting", "waiting"]);
});

test("a member that grows while it is kept displaces others", () => {
  const budget = new MemoryBudget<Member>(maxBytes);
  const [old, grown] = [400, 400].map((bytes): Member => ({ bytes, growth: 0 })) as [
    Member,
    Member,
  ];
  for (const [name, member] of Object.entries({ old, grown })) {
    budget.use(member);
    budget.keep(name, member);
    budget.release(member);
  }
  grown.bytes = 700;
  budget.measureAll();
  expect([...budget.kept.keys()]).toEqual(["grown"]);
  expect(budget.bytes).toBe(700);
});

test("a reservation given back while it waits takes no memory, and delays no other", async () => {
  const budget = new MemoryBudget<Member>(maxBytes);
  const reservations = [600, 900, 300].map(
    (bytes): Reservation => ({ bytes, isUrgent: () => false }),
  );
  const entered = reservations.map((reservation) => budget.reserve(reservation));
  budget.giveBack(reservations[1] as Reservation);
  await Promise.all(entered);
  expect([budget.reading, budget.waiting, budget.bytes]).toEqual([2, 0, 900]);
});

test("a member in use reserves the memory that it may still need", async () => {
  const budget = new MemoryBudget<Member>(maxBytes);
  const member = { bytes: 400, growth: 300 };
  budget.use(member);
  const entered = budget.reserve({ bytes: 400, isUrgent: () => false });
  expect(budget.waiting).toBe(1);
  budget.release(member);
  await entered;
  expect(budget.reading).toBe(1);
});
