import { describe, expect, test } from "vitest";
import { Circuit } from "../../src/upstream/circuit.ts";

describe("the circuit", () => {
  test("opens after twenty failures in a row", () => {
    const circuit = new Circuit();
    fail(circuit, 19);
    expect(circuit.state(0)).toBe("closed");
    fail(circuit, 1);
    expect(circuit.state(0)).toBe("open");
    expect(circuit.refuses("a", 0)).toBe(true);
  });

  test("stays closed as long as a success comes between", () => {
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

  test("waits twice as long after each probe that fails, two seconds at most", () => {
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

  test("sends another probe when nobody waits for the first any more", () => {
    const circuit = openCircuit();
    circuit.abandon(circuit.enter("a"));
    expect(circuit.refuses("a", 250)).toBe(false);
  });

  test("is not closed by an answer to a call from before it opened", () => {
    const circuit = openCircuit();
    circuit.succeed("a", false);
    expect(circuit.state(0)).toBe("open");
  });

  test("is not held open by failures of calls from before it opened", () => {
    const circuit = openCircuit();
    circuit.fail("a", false, 249);
    expect(circuit.refuses("a", 250)).toBe(false);
  });

  test("opens to one key alone when that one alone has failed", () => {
    const circuit = openCircuit();
    expect(circuit.refuses("a", 0)).toBe(true);
    expect(circuit.refuses("b", 0)).toBe(false);
    expect(circuit.enter("b")).toBe(false);
    circuit.succeed("b", false);
    expect(circuit.refuses("a", 0)).toBe(true);
  });

  test("opens to all keys as soon as another has failed in the same row", () => {
    const circuit = openCircuit();
    circuit.fail("b", false, 0);
    expect(["a", "b", "c"].map((key) => circuit.refuses(key, 0))).toEqual([true, true, true]);
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
