import { expect, test } from "vitest";
import { Breaker } from "../../../src/gateway/call/breaker.ts";
import { callKinds } from "../../../src/gateway/call/rest-call.ts";
import type { Verdict } from "../../../src/registry-client/failure.ts";

const everything = ["a", "b"].flatMap((key) => callKinds.map((kind) => `${kind} of ${key}`));

test.for<[string, string, string[]]>([
  ["four failures in a row refuse nothing", "4 down", []],
  ["five refuse their key and kind", "5 down", ["tags of a"]],
  ["a success between makes them no row", "4 down, 1 up, 4 down", []],
  ["a call without a verdict counts neither way", "4 down, 9 unknown", []],
  ["it does not end a row either", "4 down, 9 unknown, 1 down", ["tags of a"]],
  ["any success ends the refusal", "9 down, 1 up", []],
  ["four connections that could not be made refuse nothing", "4 unreachable", []],
  ["five refuse everything", "5 unreachable", everything],
  [
    "a connection that was made between makes them no row, even if its call failed",
    "4 unreachable, 1 down, 4 unreachable",
    [],
  ],
  ["a connection that is made ends the refusal", "5 unreachable, 1 up", []],
])("%s", ([, ends, expected]) => {
  const breaker = new Breaker();
  for (const one of ends.split(", ")) {
    const [times, verdict] = one.split(" ");
    end(breaker, "a", verdict as Verdict, Number(times));
  }
  expect(refused(breaker, 0)).toEqual(expected);
});

test("one call tries after each pause, which doubles up to two seconds, whether the one before failed or hangs", () => {
  const breaker = new Breaker();
  end(breaker, "a", "down", 5);
  const pauses: number[] = [];
  for (let now = 0, pause = 0; pauses.length < 6; pause = 0) {
    while (breaker.refuses(tags("a"), now + pause)) pause += 1;
    now += pause;
    pauses.push(pause);
    expect(breaker.state(now)).toBe("half-open");
    breaker.enter(tags("a"), now);
    expect(breaker.state(now)).toBe("open");
    if (pauses.length % 2 === 0) breaker.record(tags("a"), "down", now);
  }
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000]);
  end(breaker, "a", "up");
  end(breaker, "a", "down", 5, 90_000);
  expect([90_249, 90_250].map((now) => breaker.refuses(tags("a"), now))).toEqual([true, false]);
});

test("failures of calls that were sent before do not prolong the pause", () => {
  const breaker = new Breaker();
  end(breaker, "a", "down", 5);
  breaker.record(tags("a"), "down", 249);
  expect(breaker.refuses(tags("a"), 250)).toBe(false);
});

test("the state as a whole shows what fails only while nothing succeeds", () => {
  const breaker = new Breaker();
  expect(breaker.state(0)).toBe("closed");
  end(breaker, "a", "down", 5);
  expect([breaker.state(0), breaker.refusedKeys()]).toMatchObject(["open", { tags: 1 }]);
  end(breaker, "b", "up");
  expect([breaker.state(0), breaker.refusedKeys()]).toMatchObject(["closed", { tags: 1 }]);
  end(breaker, "b", "unreachable", 5);
  expect(breaker.state(0)).toBe("open");
});

test("of keys that fail now and then only so many are remembered", () => {
  const breaker = new Breaker();
  for (let key = 0; key < 5_000; key += 1) end(breaker, `${key}`, "down", 5);
  expect(breaker.refusedKeys().tags).toBe(1_000);
});

function tags(keyDigest: string) {
  return { keyDigest, kind: "tags" } as const;
}

/** Makes calls for lists of tags that all end in the same way. */
function end(breaker: Breaker, keyDigest: string, verdict: Verdict, times = 1, now = 0): void {
  for (let time = 0; time < times; time += 1) {
    breaker.enter(tags(keyDigest), now);
    breaker.record(tags(keyDigest), verdict, now);
  }
}

function refused(breaker: Breaker, now: number): string[] {
  return ["a", "b"].flatMap((keyDigest) =>
    callKinds
      .filter((kind) => breaker.refuses({ keyDigest, kind }, now))
      .map((kind) => `${kind} of ${keyDigest}`),
  );
}
