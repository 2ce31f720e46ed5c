import fc from "fast-check";
import { expect, test } from "vitest";
import { Slots } from "../../../src/gateway/call/slots.ts";

/** Slots whose users are written as `key` or `key/token`, with what has started, in order. */
function watchSlots(count: number, ...knownKeys: string[]) {
  const known = new Set(knownKeys);
  const started: string[] = [];
  const slots = new Slots(count, {
    get hasKnown() {
      return known.size > 0;
    },
    isKnown: (keyDigest) => known.has(keyDigest),
  });
  return {
    slots,
    known,
    started,
    /** Returns how to leave, if it has to wait. */
    take(name: string): (() => void) | undefined {
      const [keyDigest = "", token] = name.split("/");
      if (!slots.take(keyDigest)) return slots.wait({ keyDigest, token }, () => started.push(name));
      started.push(name);
      return undefined;
    },
    takeAll(...names: readonly string[]): void {
      for (const name of names) this.take(name);
    },
    /** The one that has started at this place ends. */
    end(place: number): void {
      const [keyDigest = ""] = (started[place] ?? "").split("/");
      slots.release(keyDigest);
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

test("however many keys come and go, none that runs or waits is forgotten", () => {
  const watched = watchSlots(4);
  const others = times(2_000, (key) => `other ${key}`);
  watched.takeAll("a", "a", "a");
  for (const name of others) if (watched.slots.take(name)) watched.slots.release(name);
  watched.takeAll("a", "b");
  expect(watched.started).toEqual(["a", "a", "a", "b"]);
  watched.take("c");
  for (const name of others) watched.take(name)?.();
  watched.takeAll("c", "d");
  for (const place of watched.started.keys()) watched.end(place);
  expect(watched.started.slice(4)).toEqual(["a", "c", "d", "c"]);
});

test("no slot is lost or used twice, and nobody waits in vain, whoever comes, goes, leaves or becomes known", () => {
  const step = fc.record({
    name: fc.constantFrom("a", "b", "c/1", "c/2"),
    what: fc.constantFrom("come", "come", "come", "end", "leave", "know"),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(step, { maxLength: 200 }),
      (count, steps) => {
        const { slots, known, started, ...watched } = watchSlots(count);
        const leaves: { readonly name: string; readonly leave: () => void }[] = [];
        let left = 0;
        let come = 0;
        let ended = 0;
        for (const { name, what } of steps) {
          if (what === "come") {
            come += 1;
            const leave = watched.take(name);
            if (leave) leaves.push({ name, leave });
          }
          if (what === "know") known.add(name.split("/")[0] ?? "");
          if (what === "end" && ended < started.length) {
            watched.end(ended);
            ended += 1;
          }
          if (what === "leave") {
            const before = slots.waiting;
            leaves.shift()?.leave();
            left += before - slots.waiting;
          }
          const running = started.length - ended;
          expect(running).toBeLessThanOrEqual(count);
          expect(slots).toMatchObject({ running, waiting: come - started.length - left });
          if (slots.waiting > 0) expect(running).toBeGreaterThan(0);
        }
        // Whoever still waits has a slot sooner or later.
        for (; ended < started.length; ended += 1) watched.end(ended);
        expect(slots).toMatchObject({ running: 0, waiting: 0 });
      },
    ),
  );
});
