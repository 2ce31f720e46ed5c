import { describe, expect, test } from "vitest";
import { Circuit } from "../../../../src/upstream/calls/protection/circuit.ts";

describe("the circuit", () => {
  test("opens after twenty failures in a row", () => {
    const circuit = new Circuit();
    fail(circuit, 19);
    expect(circuit.state(0)).toBe("closed");
    fail(circuit, 1);
    expect(circuit.state(0)).toBe("open");
    expect(circuit.refuses("a", 0)).toBe(true);
  });

  test("stays closed if the failures are not in a row", () => {
    const circuit = new Circuit();
    for (let round = 0; round < 10; round += 1) {
      fail(circuit, 19);
      circuit.succeed("a", false);
    }
    expect(circuit.state(0)).toBe("closed");
  });

  test("lets one probe through after a pause, and closes when it succeeds", () => {
    const circuit = openCircuit();
    expect(circuit.refuses("a", 249)).toBe(true);
    expect(circuit.refuses("a", 250)).toBe(false);
    expect(circuit.state(250)).toBe("half-open");
    expect(circuit.enter("a")).toBe(true);
    expect(circuit.refuses("a", 250)).toBe(true);
    circuit.succeed("a", true);
    expect(circuit.state(250)).toBe("closed");
    expect(circuit.refuses("a", 250)).toBe(false);
  });

  test("doubles its pause after each failed probe, up to two seconds", () => {
    const circuit = openCircuit();
    let now = 0;
    const pauses = Array.from({ length: 7 }, () => {
      let pause = 0;
      while (circuit.refuses("a", now + pause)) pause += 1;
      now += pause;
      circuit.fail("a", circuit.enter("a"), now);
      return pause;
    });
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000, 2_000]);
  });

  test("lets another probe through if the first one was abandoned", () => {
    const circuit = openCircuit();
    circuit.abandon("a", circuit.enter("a"));
    expect(circuit.refuses("a", 250)).toBe(false);
  });

  test("is not closed by the success of a call that was made before it opened", () => {
    const circuit = openCircuit();
    circuit.succeed("a", false);
    expect(circuit.state(0)).toBe("open");
  });

  test("is not kept open by failures of calls that were made before it opened", () => {
    const circuit = openCircuit();
    circuit.fail("a", false, 249);
    expect(circuit.refuses("a", 250)).toBe(false);
  });

  test("opens only for the key that has failed, if only one has", () => {
    const circuit = openCircuit();
    expect(circuit.refuses("a", 0)).toBe(true);
    expect(circuit.refuses("b", 0)).toBe(false);
    expect(circuit.enter("b")).toBe(false);
    circuit.succeed("b", false);
    expect(circuit.refuses("a", 0)).toBe(true);
  });

  test("opens for all keys if several fail in a row, with no key counting for more than half of the failures", () => {
    const circuit = openCircuit();
    for (let call = 0; call < 9; call += 1) circuit.fail("b", circuit.enter("b"), 0);
    expect(["a", "b", "c"].map((key) => circuit.refuses(key, 0))).toEqual([true, false, false]);
    circuit.fail("b", circuit.enter("b"), 0);
    expect(["a", "b", "c"].map((key) => circuit.refuses(key, 0))).toEqual([true, true, true]);
  });

  test("opens for all keys after one failure of each of twenty keys", () => {
    const circuit = new Circuit();
    for (let key = 0; key < 20; key += 1) circuit.fail(`${key}`, circuit.enter(`${key}`), 0);
    expect(circuit.refuses("c", 0)).toBe(true);
  });

  test("that is open for one key stays closed for the others if one of them fails once, however long the first fails", () => {
    const circuit = openCircuit();
    let now = 0;
    for (let probe = 0; probe < 50; probe += 1) {
      now += 2_000;
      circuit.fail("a", circuit.enter("a"), now);
      if (probe === 25) circuit.fail("b", circuit.enter("b"), now);
    }
    expect(["a", "b", "c"].map((key) => circuit.refuses(key, now))).toEqual([true, false, false]);
    expect(circuit.state(now)).toBe("closed");
  });

  test("that is open for one key stays closed for the others if one of them fails among many successes", () => {
    const circuit = openCircuit();
    for (let call = 0; call < 100; call += 1) circuit.succeed("b", circuit.enter("b"));
    circuit.fail("b", circuit.enter("b"), 0);
    expect(["a", "b", "c"].map((key) => circuit.refuses(key, 0))).toEqual([true, false, false]);
    expect(circuit.state(0)).toBe("closed");
  });

  test("that is open for two keys, each by its own failures, stays closed for the others", () => {
    const circuit = new Circuit();
    for (const key of ["a", "b"]) {
      for (let call = 0; call < 20; call += 1) {
        circuit.fail(key, circuit.enter(key), 0);
        if (call % 5 === 0) circuit.succeed("c", circuit.enter("c"));
      }
    }
    expect(["a", "b", "c"].map((key) => circuit.refuses(key, 0))).toEqual([true, true, false]);
  });

  test("that is open for one key closes only when that key's own probe succeeds", () => {
    const circuit = openCircuit();
    circuit.succeed("b", circuit.enter("b"));
    expect(circuit.refuses("a", 250)).toBe(false);
    const isProbe = circuit.enter("a");
    expect(circuit.refuses("a", 250)).toBe(true);
    circuit.succeed("a", isProbe);
    expect(circuit.refuses("a", 250)).toBe(false);
    for (let call = 0; call < 19; call += 1) circuit.fail("a", circuit.enter("a"), 250);
    expect(circuit.refuses("a", 250)).toBe(false);
  });

  test("that is open for all keys closes for all when the probe of a key that had failed succeeds", () => {
    const circuit = openCircuit();
    for (let call = 0; call < 10; call += 1) circuit.fail("b", false, 0);
    expect(circuit.refuses("c", 0)).toBe(true);
    circuit.succeed("b", circuit.enter("b"));
    expect(["a", "b", "c"].map((key) => circuit.refuses(key, 0))).toEqual([false, false, false]);
  });

  test("that is open for all keys stays open for a failing key when the probe of another key succeeds", () => {
    const circuit = openCircuit();
    for (let call = 0; call < 10; call += 1) circuit.fail("b", false, 0);
    circuit.succeed("c", circuit.enter("c"));
    expect(["a", "b", "c"].map((key) => circuit.refuses(key, 0))).toEqual([true, false, false]);
    expect(circuit.refuses("a", 250)).toBe(false);
  });

  test("is not opened for all again and again by two keys that always fail", () => {
    const circuit = new Circuit();
    let refused = 0;
    for (let now = 0; now < 60_000; now += 10) {
      for (const key of ["a", "b"]) {
        if (!circuit.refuses(key, now)) circuit.fail(key, circuit.enter(key), now);
      }
      if (now % 1_000 > 0 || now === 0) continue;
      if (circuit.refuses("c", now)) refused += 1;
      else circuit.succeed("c", circuit.enter("c"));
    }
    expect(refused).toBeLessThan(5);
  });

  test("that is open for all keys lets a key that has not failed send a probe before those that have", () => {
    const circuit = openCircuit();
    for (let call = 0; call < 10; call += 1) circuit.fail("b", false, 0);
    let now = 0;
    for (let probe = 0; probe < 5; probe += 1) {
      now += 2_000;
      circuit.fail("a", circuit.enter("a"), now);
    }
    expect(circuit.refuses("c", now + 249)).toBe(true);
    expect(["a", "b", "c"].map((key) => circuit.refuses(key, now + 250))).toEqual([
      true,
      true,
      false,
    ]);
    expect(circuit.enter("c")).toBe(true);
    expect(circuit.refuses("d", now + 250)).toBe(true);
    circuit.fail("c", true, now + 250);
    expect(circuit.refuses("c", now + 2_249)).toBe(true);
    expect(circuit.refuses("c", now + 2_250)).toBe(false);
  });

  test("remembers only a bounded number of keys that fail now and then", () => {
    const circuit = new Circuit();
    for (let key = 0; key < 5_000; key += 1) {
      circuit.fail(`${key}`, circuit.enter(`${key}`), 0);
      circuit.succeed("good", circuit.enter("good"));
    }
    expect(circuit.failingKeys).toBeLessThanOrEqual(1_000);
  });
});

function openCircuit(): Circuit {
  const circuit = new Circuit();
  fail(circuit, 20);
  return circuit;
}

function fail(circuit: Circuit, times: number): void {
  for (let failure = 0; failure < times; failure += 1) circuit.fail("a", false, 0);
}
