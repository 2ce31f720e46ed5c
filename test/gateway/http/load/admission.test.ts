import { expect, test } from "vitest";
import { ActiveKeys } from "../../../../src/gateway/base/active-keys.ts";
import { toKeyDigest } from "../../../../src/gateway/base/key-digest.ts";
import { KeyMemory } from "../../../../src/gateway/base/key-memory.ts";
import { Admission, type EarlyWork } from "../../../../src/gateway/http/load/admission.ts";

test("while the process is busy, new documents without a known key wait or are turned away, and others do not (rule 13)", async () => {
  const { enter, pass } = setUp({ busy: 0.95 });
  expect(enter("known")).toBe("at once");
  for (let request = 0; request < 8; request += 1) {
    expect(enter(null)).toBe("waits");
    expect(enter(`made up ${request}`)).toBe("waits");
  }
  for (const key of [null, "made up", null]) expect(enter(key)).toBe("turned away");
  expect(enter("known")).toBe("at once");
  expect(await pass(49)).toBe(0);
  expect(await pass(1)).toBe(1);
  expect(await pass(200)).toBe(4);
});

test("a key that comes again after it was turned away may wait longer than requests without a key (rule 13)", () => {
  const { enter } = setUp({ busy: 0.95 });
  for (let request = 0; request < 16; request += 1) enter(null);
  expect([enter(null), enter("new")]).toEqual(["turned away", "turned away"]);
  expect([enter(null), enter("new")]).toEqual(["turned away", "waits"]);
});

test("while the process has time to spare, a few new documents without a key are validated at once", async () => {
  const { enter, pass } = setUp({ busy: 0.1 });
  for (let request = 0; request < 12; request += 1) enter(null);
  expect(await pass(0)).toBe(8);
});

test("as long as no key is known, no new document waits", () => {
  const { enter } = setUp({ busy: 1, isKnown: false });
  expect([null, "new"].map(enter)).toEqual(["at once", "at once"]);
});

test("large bodies without a known key are read one by one, and less often while the process is busy (rule 13)", async () => {
  const idle = setUp({ work: "large body", busy: 0 });
  expect([idle.enter(null), idle.enter(null), idle.enter("known")]).toEqual([
    "waits",
    "waits",
    "at once",
  ]);
  expect(await idle.pass(0)).toBe(1);
  expect(await idle.pass(500)).toBe(1);
  const full = setUp({ work: "large body", busy: 0.95 });
  full.enter(null);
  expect(await full.pass(499)).toBe(0);
  expect(await full.pass(1)).toBe(1);
});

interface Situation {
  readonly busy: number;
  readonly work?: EarlyWork;
  readonly isKnown?: boolean;
}

function setUp({ busy, work = "document", isKnown = true }: Situation) {
  const keyMemory = new KeyMemory();
  if (isKnown) keyMemory.noteAnswer(toKeyDigest("known"));
  let ms = 100;
  let begun = 0;
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  const admission = new Admission({
    settings: { MAX_REQUESTS_UNDER_WAY: 100 },
    keys: new ActiveKeys(),
    keyMemory,
    unfinished: { isNearlyFull: false, isHeaviest: () => false },
    timing: {
      now: () => ms,
      later: (callback, delayMs) => void timers.push({ at: ms + delayMs, callback }),
      utilization: () => busy,
    },
  });
  return {
    enter(key: string | null): string {
      const rawHeaders = key === null ? [] : ["x-api-key", key];
      const turn = admission.admitEarlyWork(work, { rawHeaders, onClose() {} });
      void turn?.then(() => (begun += 1));
      if (turn === null) return "turned away";
      return turn === undefined ? "at once" : "waits";
    },
    /** Lets time pass. Returns how many requests have begun since. */
    async pass(passedMs: number): Promise<number> {
      ms += passedMs;
      const due = timers.filter(({ at }) => at <= ms);
      timers = timers.filter(({ at }) => at > ms);
      for (const { callback } of due) callback();
      await Promise.resolve();
      await Promise.resolve();
      const count = begun;
      begun = 0;
      return count;
    },
  };
}
