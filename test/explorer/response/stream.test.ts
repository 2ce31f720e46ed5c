import { describe, expect, it } from "vitest";
import {
  addEvent,
  beginStream,
  maxEvents,
  summarizeEvent,
  togglePause,
} from "../../../src/explorer/response/stream/stream.ts";

const facts = {
  text: { query: "", variables: "" },
  request: { query: "" },
  keyKind: "other",
} as const;

function streamOf(count: number) {
  let stream = beginStream(facts);
  for (let number = 1; number <= count; number += 1) {
    stream = addEvent(stream, { body: { data: { number } }, id: `id-${number}`, at: 0 });
  }
  return stream;
}

describe("the events of a subscription", () => {
  it("are kept newest first, up to a bound, and all of them are counted", () => {
    const { events, count, lastId } = streamOf(maxEvents + 2);
    expect(count).toBe(maxEvents + 2);
    expect(lastId).toBe(`id-${count}`);
    expect(events.map(({ number }) => number)).toEqual(
      Array.from({ length: maxEvents }, (_, at) => count - at),
    );
  });

  it("stay as they are shown while paused, and are all there afterwards", () => {
    const paused = togglePause(streamOf(1));
    const later = addEvent(paused, { body: { data: {} }, id: null, at: 0 });
    expect(later.paused).toMatchObject({ count: 1, events: [{ number: 1 }] });
    expect(later.lastId).toBe("id-1");
    expect(togglePause(later)).toMatchObject({ paused: null, count: 2, events: [{}, {}] });
  });

  it("do not include errors without data, which say why the stream ended", () => {
    for (const none of [{}, { data: null }]) {
      const body = { errors: [{ message: "No." }], ...none };
      const stream = addEvent(streamOf(1), { body, id: null, at: 0 });
      expect(stream).toMatchObject({ count: 1, failure: body });
    }
  });

  it.each([
    [{ changes: { kind: "RESET", id: null, node: null } }, "RESET", ""],
    [{ changes: { kind: "REMOVED", id: "x", cursor: "y" } }, "REMOVED", "id: x"],
    [
      {
        changes: { kind: "CHANGED", fields: ["a", "b"], node: { id: "x", name: "Door", floor: 2 } },
      },
      "CHANGED",
      "Door · floor: 2 · fields: a, b",
    ],
    [{ a: { kind: "ADDED" }, b: { list: [{ x: 1 }] } }, "", 'list: [{"x":1}]'],
    [[1], "", ""],
    ["text", "", ""],
  ])("are summarised on one line: %j", (data, kind, text) => {
    expect(summarizeEvent({ data })).toEqual({ kind, text });
  });
});
