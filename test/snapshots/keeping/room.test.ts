import fc from "fast-check";
import { expect, test } from "vitest";
import { Room, type Share } from "../../../src/snapshots/keeping/room.ts";

const maxBytes = 1_000;

interface Member {
  bytes: number;
  growth: number;
}

interface Visitor {
  readonly share: Share;
  readonly member: Member;
  readonly size: number;
  state: "waiting" | "reading" | "used" | "gone";
}

/** Visitors who arrive, read a list, use it and leave, in any order. */
class Model {
  readonly room = new Room<Member>(maxBytes);
  readonly visitors: Visitor[] = [];

  arrive(size: number): void {
    const share = { bytes: size, isUrgent: () => false };
    const visitor: Visitor = { share, member: { bytes: size, growth: 0 }, size, state: "waiting" };
    this.visitors.push(visitor);
    void this.#enter(visitor);
  }

  finish(visitor: Visitor, name: string): void {
    visitor.share.bytes = 0;
    this.room.use(visitor.member);
    this.room.keep(name, visitor.member);
    this.room.leave(visitor.share);
    visitor.state = "used";
  }

  leave(visitor: Visitor): void {
    this.room.release(visitor.member);
    visitor.state = "gone";
  }

  in(state: Visitor["state"]): readonly Visitor[] {
    return this.visitors.filter((visitor) => visitor.state === state);
  }

  async #enter(visitor: Visitor): Promise<void> {
    await this.room.enter(visitor.share);
    visitor.state = "reading";
  }
}

const step = fc.record({
  what: fc.constantFrom("arrive" as const, "finish" as const, "leave" as const, "grow" as const),
  size: fc.integer({ min: 1, max: 1_300 }),
  name: fc.constantFrom("a", "b", "c"),
});

test("in any order of events, what is in the room fits or is alone, and everybody gets in", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const model = new Model();
      const { room } = model;
      for (const { what, size, name } of steps) {
        const [reader] = model.in("reading");
        const [user] = model.in("used");
        if (what === "arrive") model.arrive(size);
        else if (what === "finish" && reader) model.finish(reader, name);
        else if (what === "leave" && user) model.leave(user);
        else if (what === "grow") room.measureAll();
        await Promise.resolve();
        const inside = [...model.in("reading"), ...model.in("used")];
        const isAlone = inside.length === 1 && room.bytes === inside[0]?.size;
        expect(room.bytes <= maxBytes || isAlone).toBe(true);
        expect(room.reading).toBeLessThanOrEqual(4);
      }
      for (let turn = 0; turn < 300; turn++) {
        for (const reader of model.in("reading")) model.finish(reader, "a");
        for (const user of model.in("used")) model.leave(user);
        await Promise.resolve();
      }
      expect(model.in("waiting")).toEqual([]);
      room.drop("a");
      room.drop("b");
      room.drop("c");
      expect(room.bytes).toBe(0);
    }),
    { verbose: true },
  );
});

test("a small visitor does not overtake a large one that waits", async () => {
  const model = new Model();
  for (const size of [600, 900, 10]) model.arrive(size);
  await Promise.resolve();
  expect(model.visitors.map(({ state }) => state)).toEqual(["reading", "waiting", "waiting"]);
});

test("a member that grows while it is kept displaces others", () => {
  const room = new Room<Member>(maxBytes);
  const [old, grown] = [400, 400].map((bytes): Member => ({ bytes, growth: 0 })) as [
    Member,
    Member,
  ];
  for (const [name, member] of Object.entries({ old, grown })) {
    room.use(member);
    room.keep(name, member);
    room.release(member);
  }
  grown.bytes = 700;
  room.measureAll();
  expect([...room.kept.keys()]).toEqual(["grown"]);
  expect(room.bytes).toBe(700);
});

test("a share that leaves while it waits does not get in, and holds up nobody", async () => {
  const room = new Room<Member>(maxBytes);
  const shares = [600, 900, 300].map((bytes): Share => ({ bytes, isUrgent: () => false }));
  const entered = shares.map((share) => room.enter(share));
  room.leave(shares[1] as Share);
  await Promise.all(entered);
  expect([room.reading, room.waiting, room.bytes]).toEqual([2, 0, 900]);
});

test("a member in use reserves the memory that it may still need", async () => {
  const room = new Room<Member>(maxBytes);
  const member = { bytes: 400, growth: 300 };
  room.use(member);
  const entered = room.enter({ bytes: 400, isUrgent: () => false });
  expect(room.waiting).toBe(1);
  room.release(member);
  await entered;
  expect(room.reading).toBe(1);
});
