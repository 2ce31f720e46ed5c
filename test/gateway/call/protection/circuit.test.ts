import { describe, expect, test } from "vitest";
import { Circuit, type CircuitCall } from "../../../../src/gateway/call/protection/circuit.ts";
import type { CallKind } from "../../../../src/gateway/call/rest-call.ts";
import type { Verdict } from "../../../../src/registry-client/failure.ts";

describe("the circuit", () => {
  test("opens for a key and a kind after five failures in a row (rule 11)", () => {
    const circuit = new Circuit();
    end(circuit, tags("a"), "down", 4);
    expect(circuit.state(0)).toBe("closed");
    end(circuit, tags("a"), "down");
    expect(circuit.state(0)).toBe("open");
    expect(refused(circuit, 0)).toEqual(["tags of a"]);
    expect(circuit.refusedKeys(0)).toMatchObject({ tags: 1, terminals: 0 });
  });

  test("stays closed if the failures are not in a row (rule 11)", () => {
    const circuit = new Circuit();
    for (let round = 0; round < 10; round += 1) {
      end(circuit, tags("a"), "down", 4);
      end(circuit, tags("a"), "up");
    }
    expect(refused(circuit, 0)).toEqual([]);
  });

  test("opens for single records only after failures of five different ones (rule 11)", () => {
    const circuit = new Circuit();
    for (const id of ["1", "2", "3", "4"]) end(circuit, tag("a", id), "down", 10);
    expect(refused(circuit, 0)).toEqual([]);
    end(circuit, tag("a", "5"), "down");
    expect(refused(circuit, 0)).toEqual(["tag of a"]);
  });

  test("learns nothing from calls that end without a verdict (rule 10)", () => {
    const circuit = new Circuit();
    end(circuit, tags("a"), "down", 4);
    end(circuit, tags("a"), "unknown", 10);
    expect(refused(circuit, 0)).toEqual([]);
    end(circuit, tags("a"), "down");
    expect(refused(circuit, 0)).toEqual(["tags of a"]);
  });

  test("lets one trial through after a pause, and closes when it succeeds", () => {
    const circuit = openCircuit();
    expect(circuit.refuses(tags("a"), 249)).toBe(true);
    expect(circuit.refuses(tags("a"), 250)).toBe(false);
    expect(circuit.state(250)).toBe("half-open");
    expect(circuit.enter(tags("a"))).toBe(true);
    expect(circuit.refuses(tags("a"), 250)).toBe(true);
    circuit.record(tags("a"), { isTrial: true, verdict: "up", now: 250 });
    expect(circuit.state(250)).toBe("closed");
    expect(circuit.refuses(tags("a"), 250)).toBe(false);
  });

  test("doubles its pause after each failed trial, up to two seconds", () => {
    const circuit = openCircuit();
    let now = 0;
    const pauses = Array.from({ length: 7 }, () => {
      let pause = 0;
      while (circuit.refuses(tags("a"), now + pause)) pause += 1;
      now += pause;
      end(circuit, tags("a"), "down", 1, now);
      return pause;
    });
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000, 2_000]);
  });

  test("lets another trial through if the first one was cancelled", () => {
    const circuit = openCircuit();
    end(circuit, tags("a"), "unknown", 1, 250);
    expect(circuit.refuses(tags("a"), 250)).toBe(false);
  });

  test("is not closed by the success of a call that was made before it opened", () => {
    const circuit = openCircuit();
    circuit.record(tags("a"), { isTrial: false, verdict: "up", now: 0 });
    expect(refused(circuit, 0)).toEqual(["tags of a"]);
  });

  test("is not kept open by failures of calls that were made before it opened", () => {
    const circuit = openCircuit();
    circuit.record(tags("a"), { isTrial: false, verdict: "down", now: 249 });
    expect(circuit.refuses(tags("a"), 250)).toBe(false);
  });

  test("that is open for one kind trials that kind, not another (rule 11)", () => {
    const circuit = openCircuit();
    for (const now of [250, 1_000]) {
      expect(circuit.enter({ ...tags("a"), kind: "terminals" })).toBe(false);
      expect(circuit.refuses(tags("a"), now)).toBe(false);
    }
    circuit.enter(tags("a"));
    expect(refused(circuit, 1_000)).toEqual(["tags of a"]);
  });

  test("shows as closed while other calls succeed", () => {
    const circuit = openCircuit();
    end(circuit, tags("b"), "up");
    expect(circuit.state(0)).toBe("closed");
    expect(circuit.refusedKeys(0)).toMatchObject({ tags: 1 });
  });
});

describe("the registry as a whole", () => {
  test("is refused after five failures of connections in a row, whatever their keys and kinds (rule 11)", () => {
    const circuit = new Circuit();
    const calls = kinds.map((kind, index) => ({ ...tags(`${index}`), kind }));
    for (const call of calls.slice(1)) end(circuit, call, "unreachable");
    expect(refused(circuit, 0)).toEqual([]);
    end(circuit, tags("a"), "unreachable");
    expect(refused(circuit, 0)).toEqual(everything);
    expect(circuit.state(0)).toBe("open");
    end(circuit, tags("b"), "up", 1, 250);
    expect(refused(circuit, 250)).toEqual([]);
  });

  test("is not refused if a connection was made between the failures, even if the call failed (rule 11)", () => {
    const circuit = new Circuit();
    end(circuit, tags("a"), "unreachable", 4);
    end(circuit, tags("a"), "down");
    end(circuit, tags("a"), "unreachable", 4);
    expect(refused(circuit, 0)).toEqual([]);
  });

  test("is refused if within ten seconds two kinds were asked, and all fail with several keys (rule 11)", () => {
    const circuit = new Circuit();
    failWith(circuit, ["a", "b"], ["tags", "structure"]);
    expect(refused(circuit, 0)).toEqual(everything);
    end(circuit, tags("c"), "up", 1, 250);
    expect(refused(circuit, 250)).toEqual([]);
  });

  test("is not refused while one kind is asked, however many keys it fails with (rule 11)", () => {
    const circuit = new Circuit();
    failWith(circuit, ["a", "b"], ["tags"]);
    expect(refused(circuit, 0)).toEqual(["tags of a", "tags of b"]);
    expect(circuit.state(0)).toBe("open");
  });

  test("is not refused if any call succeeded within ten seconds (rule 11)", () => {
    const circuit = new Circuit();
    end(circuit, tags("c"), "up");
    failWith(circuit, ["a", "b"], ["tags", "structure"], 9_999);
    expect(refused(circuit, 9_999)).not.toContain("terminals of c");
    failWith(circuit, ["a", "b"], ["tags", "structure"], 10_249);
    expect(refused(circuit, 10_249)).toEqual(everything);
  });

  test("is not refused because one key fails at everything (rule 11)", () => {
    const circuit = new Circuit();
    failWith(circuit, ["a"], kinds);
    end(circuit, tags("b"), "down");
    expect(refused(circuit, 0)).toEqual(everything.filter((name) => name.endsWith("of a")));
    expect(circuit.state(0)).toBe("open");
  });

  test("is not refused again and again because two keys always fail", () => {
    const circuit = new Circuit();
    let refusals = 0;
    for (let now = 0; now < 60_000; now += 10) {
      for (const key of ["a", "b"]) {
        for (const kind of ["tags", "structure"] as const) {
          const call = { ...tags(key), kind };
          if (!circuit.refuses(call, now)) end(circuit, call, "down", 1, now);
        }
      }
      if (now % 1_000 > 0 || now === 0) continue;
      if (circuit.refuses(tags("c"), now)) refusals += 1;
      else end(circuit, tags("c"), "up", 1, now);
    }
    expect(refusals).toBeLessThan(3);
  });

  test("is tried by a key that has not failed before those that have", () => {
    const circuit = new Circuit();
    failWith(circuit, ["a", "b"], ["tags", "structure"]);
    let now = 0;
    for (let trial = 0; trial < 5; trial += 1) {
      now += 2_000;
      end(circuit, tags("a"), "down", 1, now);
    }
    expect(circuit.refuses(tags("c"), now + 249)).toBe(true);
    expect(["a", "b", "c"].map((key) => circuit.refuses(tags(key), now + 250))).toEqual([
      true,
      true,
      false,
    ]);
    end(circuit, tags("c"), "down", 1, now + 250);
    expect(circuit.refuses(tags("c"), now + 2_249)).toBe(true);
    expect(circuit.refuses(tags("c"), now + 2_250)).toBe(false);
  });
});

test("the circuit remembers only a bounded number of keys that fail now and then, and short names of records", () => {
  const circuit = new Circuit();
  for (let key = 0; key < 5_000; key += 1) {
    end(circuit, tag(`${key}`, "x".repeat(1_000)), "down");
    end(circuit, tags("good"), "up");
  }
  expect(circuit.failingGrains).toBeLessThanOrEqual(1_000);
});

const kinds = ["tags", "terminals", "tag", "terminal", "structure"] as const;
const everything = ["a", "b", "c"].flatMap((key) => kinds.map((kind) => `${kind} of ${key}`));

function tags(keyDigest: string): CircuitCall {
  return { keyDigest, kind: "tags", cacheKey: "tags?page=1" };
}

function tag(keyDigest: string, id: string): CircuitCall {
  return { keyDigest, kind: "tag", cacheKey: `tags/${id}/` };
}

/** A circuit that is open for the lists of tags of one key. */
function openCircuit(): Circuit {
  const circuit = new Circuit();
  end(circuit, tags("a"), "down", 5);
  return circuit;
}

/** Makes a call, again and again, that always ends in the same way. */
function end(circuit: Circuit, call: CircuitCall, verdict: Verdict, times = 1, now = 0): void {
  for (let time = 0; time < times; time += 1)
    circuit.record(call, { isTrial: circuit.enter(call), verdict, now });
}

/** Fails five calls of each kind with each key, as far as they are not refused. */
function failWith(
  circuit: Circuit,
  keys: readonly string[],
  failingKinds: readonly CallKind[],
  now = 0,
): void {
  for (let name = 0; name < 5; name += 1) {
    for (const kind of failingKinds) {
      for (const keyDigest of keys) {
        const call = { keyDigest, kind, cacheKey: `${name}` };
        if (!circuit.refuses(call, now)) end(circuit, call, "down", 1, now);
      }
    }
  }
}

/** The kinds and keys that are refused, of the keys a, b and c. */
function refused(circuit: Circuit, now: number): string[] {
  return ["a", "b", "c"].flatMap((keyDigest) =>
    kinds
      .filter((kind) => circuit.refuses({ keyDigest, kind, cacheKey: "other" }, now))
      .map((kind) => `${kind} of ${keyDigest}`),
  );
}
