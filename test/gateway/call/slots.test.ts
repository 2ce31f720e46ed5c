import fc from "fast-check";
import { expect, test } from "vitest";
import { Slots } from "../../../src/gateway/call/slots.ts";

interface Claim {
  readonly keyDigest: string;
  readonly token: string | undefined;
}

/** Slots whose claims are written as `key` or `key/token`, with what has started, in order. */
function watchSlots(count: number, ...knownKeys: string[]) {
  const known = new Set(knownKeys);
  const started: Claim[] = [];
  const memory = {
    get hasKnown() {
      return known.size > 0;
    },
    isKnown: (keyDigest: string) => known.has(keyDigest),
  };
  const slots = new Slots<Claim>(count, memory, (claim) => started.push(claim));
  return {
    slots,
    known,
    get started(): readonly string[] {
      return started.map(({ keyDigest, token }) => (token ? `${keyDigest}/${token}` : keyDigest));
    },
    take(name: string): Claim {
      const [keyDigest = "", token] = name.split("/");
      const claim = { keyDigest, token };
      if (slots.take(claim)) started.push(claim);
      return claim;
    },
    takeAll(...names: readonly string[]): void {
      for (const name of names) this.take(name);
    },
    /** The one that has started at this place ends. */
    end(place: number): void {
      const claim = started[place];
      if (claim) slots.release(claim);
    },
  };
}

function times(count: number, name: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => name(index));
}

test("one key leaves a quarter of the slots, and the next finds one however many of the first wait", () => {
  const watched = watchSlots(64, "slow", "other");
  watched.takeAll(...times(1_000, () => "slow"));
  expect(watched.started).toHaveLength(48);
  watched.take("other");
  expect(watched.started.at(-1)).toBe("other");
  expect(watched.slots).toMatchObject({ running: 49, waiting: 952 });
});

test.for<[string, string[], string[]]>([
  ["keys take turns", ["a", "a", "a", "b", "b", "c"], ["a", "a", "b", "c", "a", "b"]],
  [
    "within a key its tokens do, and those who send the key itself count as one",
    ["a/1", "a/1", "a/1", "a/2", "a", "a", "a/2"],
    ["a/1", "a/1", "a/2", "a", "a/1", "a/2", "a"],
  ],
  ["one slot is used, whoever comes", ["new", "known", "new"], ["new", "known", "new"]],
])("%s", ([, names, order]) => {
  const watched = watchSlots(1);
  watched.takeAll(...names);
  for (const place of names.keys()) watched.end(place);
  expect(watched.started).toEqual(order);
  expect(watched.slots).toMatchObject({ running: 0, waiting: 0 });
});

test("strangers take all slots while nobody is known, and a quarter together as soon as somebody is", () => {
  const watched = watchSlots(16);
  watched.takeAll(...times(40, (key) => `stranger ${key}`));
  expect(watched.started).toHaveLength(16);
  watched.known.add("known");
  watched.takeAll(...times(20, () => "known"));
  for (const place of Array(13).keys()) watched.end(place);
  expect(watched.started.slice(16)).toEqual([...times(12, () => "known"), "stranger 16"]);
});

test("who becomes known no longer counts among the strangers", () => {
  const watched = watchSlots(8, "known");
  watched.takeAll("a", "a", "a", "b", "c");
  expect(watched.started).toEqual(["a", "a"]);
  watched.known.add("a");
  watched.end(0);
  expect(watched.started).toEqual(["a", "a", "a", "b", "c"]);
});

test("thousands that end as soon as they start do not overflow the stack", () => {
  const memory = { hasKnown: false, isKnown: () => false };
  const claims = times(20_000, (index) => `${index}`).map((token) => ({ keyDigest: "a", token }));
  const slots = new Slots<Claim>(1, memory, (claim) => slots.release(claim));
  const [first] = claims.filter((claim) => slots.take(claim));
  if (first) slots.release(first);
  expect(slots).toMatchObject({ running: 0, waiting: 0 });
});

test("no slot is lost or used twice, and nobody waits in vain, whoever comes, goes, leaves or becomes known", () => {
  const step = fc.record({
    keyDigest: fc.constantFrom("a", "b", "c"),
    token: fc.constantFrom(undefined, "1"),
    what: fc.constantFrom("come", "come", "come", "end", "leave", "know"),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(step, { maxLength: 200 }),
      (count, steps) => {
        const known = new Set<string>();
        const running = new Set<Claim>();
        const waiting = new Set<Claim>();
        const memory = {
          get hasKnown() {
            return known.size > 0;
          },
          isKnown: (keyDigest: string) => known.has(keyDigest),
        };
        const slots = new Slots<Claim>(count, memory, (claim) => {
          waiting.delete(claim);
          running.add(claim);
        });
        const find = (claims: ReadonlySet<Claim>, keyDigest: string) =>
          claims.values().find((claim) => claim.keyDigest === keyDigest);
        for (const { keyDigest, token, what } of steps) {
          const claim = { keyDigest, token };
          if (what === "come") (slots.take(claim) ? running : waiting).add(claim);
          if (what === "know") known.add(keyDigest);
          const ending = what === "end" && find(running, keyDigest);
          if (ending && running.delete(ending)) slots.release(ending);
          const leaving = what === "leave" && find(waiting, keyDigest);
          if (leaving && waiting.delete(leaving)) slots.leave(leaving);
          expect(running.size).toBeLessThanOrEqual(count);
          expect(slots).toMatchObject({ running: running.size, waiting: waiting.size });
          if (waiting.size > 0) expect(running.size).toBeGreaterThan(0);
        }
        // Whoever still waits has a slot sooner or later.
        for (const claim of running) {
          running.delete(claim);
          slots.release(claim);
        }
        expect(slots).toMatchObject({ running: 0, waiting: 0 });
      },
    ),
  );
});
