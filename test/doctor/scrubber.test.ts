import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createScrubber } from "../../src/doctor/recording/scrubber.ts";
import { parseJson } from "../../src/gateway/base/collections/raw-number.ts";

/** Random draws that are the same for the same seed. */
function createDraw(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const uid = fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 7, maxLength: 7 });

const toHex = (bytes: readonly number[], separator = "") =>
  bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(separator);

/** A scrubber whose bodies are read back, as from a file. */
function createReadBack(seed: number, terminalIds: readonly string[] = []) {
  const { scrubBody, scrubId } = createScrubber(new Set(terminalIds), createDraw(seed));
  return {
    scrubId,
    scrubBody: <Body>(body: Body) => parseJson(JSON.stringify(scrubBody(body))) as Body,
  };
}

test("a UID is replaced by another one, which is the same in every spelling", () => {
  fc.assert(
    fc.property(uid, fc.integer(), (bytes, seed) => {
      const id = toHex(bytes).toUpperCase();
      const { scrubId } = createReadBack(seed);
      const scrubbed = scrubId(id);
      expect(scrubbed).toMatch(/^[0-9A-F]{14}$/);
      expect(scrubId(toHex(bytes))).toBe(scrubbed.toLowerCase());
      expect(scrubId(toHex(bytes, ":")).replaceAll(":", "").toUpperCase()).toBe(scrubbed);
      expect(scrubId(`0x${id}`)).toBe(`0x${scrubbed}`);
    }),
  );
});

test("strings keep their length and the kinds of their letters, and stay distinct", () => {
  // A small integer is shifted as a whole, so any of its digits can become 0.
  const kinds = (text: string) =>
    [...text.replace(/^-?\d{1,7}$/, (digits) => digits.replaceAll(/\d/g, "9"))].map((letter) => {
      const kind = [/0/, /[1-9]/, /[a-f]/, /[g-z]/, /[A-F]/, /[G-Z]/, /\p{Lu}/u, /\p{Nd}/u];
      const place = [...kind, /[\p{L}\p{M}]/u].findIndex((one) => one.test(letter));
      return place < 0 ? letter : place;
    });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[\w-]{1,9}$/))),
      fc.integer(),
      (strings, seed) => {
        const { scrubId } = createReadBack(seed);
        const replaced = strings.map(scrubId);
        expect(replaced.map(kinds)).toEqual(strings.map(kinds));
        expect(strings.map(scrubId)).toEqual(replaced);
        expect(new Set(replaced).size).toBe(strings.length);
        const same = replaced.filter((text, place) => text === strings[place]);
        expect(same.filter((text) => /[1-9a-z]{2}/i.test(text))).toEqual([]);
      },
    ),
  );
});

test("a value that names a terminal still names it, as a number or as a string", () => {
  const { scrubBody } = createReadBack(1, ["1001", "1002"]);
  const body = {
    terminals: [{ id: 1001, is_active: true, added_when: 1_700_000_000, additional_data: null }],
    tags: [
      { id: "A", is_active: "1", additional_data: { terminal_id: 1001, other: "1001", on: true } },
    ],
    count: 2,
  };
  const scrubbed = scrubBody(body);
  const [terminal] = scrubbed.terminals;
  const data = scrubbed.tags[0]?.additional_data;
  expect(terminal?.id).not.toBe(1001);
  expect(data).toEqual({ terminal_id: terminal?.id, other: String(terminal?.id), on: true });
  expect(terminal).toMatchObject({ is_active: true, additional_data: null });
  expect(String(terminal?.added_when)).toMatch(/^1\d{9}$/);
  expect(terminal?.added_when).not.toBe(1_700_000_000);
  expect(scrubbed).toMatchObject({ count: 2, tags: [{ is_active: "1" }] });
});

describe("a number in a recording", () => {
  const scrubAll = (values: readonly number[], terminals: readonly string[], seed: number) =>
    createReadBack(seed, terminals).scrubBody({ additional_data: { values } }).additional_data
      .values;
  const numbers = fc.uniqueArray(
    fc.oneof(
      fc.integer({ min: -1e15, max: 1e15 }),
      fc.integer().map((number) => number / 1000),
    ),
  );
  const small = fc.uniqueArray(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1 });

  test("keeps its sign and its number of digits, and stays distinct", () => {
    const formsOf = (given: readonly number[]) =>
      given.map((number) => String(number).replaceAll(/\d/g, "9"));
    fc.assert(
      fc.property(numbers, fc.integer(), (given, seed) => {
        const scrubbed = scrubAll(given, [], seed);
        expect(formsOf(scrubbed)).toEqual(formsOf(given));
        expect(new Set(scrubbed).size).toBe(given.length);
      }),
    );
  });

  test("always changes if it is a small integer, as a number or as a string", () => {
    fc.assert(
      fc.property(small, fc.integer(), (given, seed) => {
        const scrubbed = scrubAll(given, [], seed);
        expect(scrubbed.filter((number, place) => number === given[place])).toEqual([]);
        const { scrubId } = createReadBack(seed);
        expect(given.map((number) => scrubId(String(number)))).toEqual(scrubbed.map(String));
      }),
    );
  });

  test("keeps its distance to others if it is a terminal's id", () => {
    const ids = [9_120, 9_121, 9_200];
    for (let seed = 0; seed < 50; seed += 1) {
      const [first = 0, ...others] = scrubAll(ids, ids.map(String), seed);
      expect(first).toBeGreaterThan(9_120);
      expect(others).toEqual([first + 1, first + 80]);
      expect(others[1]).toBeLessThan(10_000);
    }
  });
});

test("a date string becomes a different one in the same form", () => {
  const { scrubBody } = createReadBack(1);
  const body = { tags: [{ id: "A", added_when: "2024-03-01 06:00:00.250+02:00" }] };
  const { tags } = scrubBody(body);
  const [before, after] = [body.tags[0]?.added_when ?? "", tags[0]?.added_when ?? ""];
  expect(after).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.250\+02:00$/);
  expect(Date.parse(after)).toBeLessThan(Date.parse(before) - 86_399_000);
});

test.each([
  ["2026-03-01", /^2026-0[12]-\d\d$|^2025-\d\d-\d\d$/],
  [" 2026-03-01 10:30 ", /^ 202[56]-\d\d-\d\d \d\d:\d\d $/],
  ["2026-03-01T10:30:15.25+02:00", /^202[56]-\d\d-\d\dT\d\d:\d\d:15\.25\+02:00$/],
  ["01.03.2026", /^\d\d\.\d\d\.202[56]$/],
  ["3/1/2026", /^\d\d?\/\d\d?\/202[56]$/],
  ["2026/3/1", /^202[56]\/\d\d?\/\d\d?$/],
])("a date in additional data becomes an earlier one in the same form: %s", (due, form) => {
  for (let seed = 0; seed < 30; seed += 1) {
    const { scrubBody } = createReadBack(seed);
    const { tags } = scrubBody({ tags: [{ id: "A", additional_data: { due } }] });
    const after = tags[0]?.additional_data.due ?? "";
    expect(after).toMatch(form);
    expect(after).not.toBe(due);
  }
});

test.each(["2026-03-01 Jane Roe", "31.02.2026", "2026-03-01T10:30:00.4915112345678", "2026-13-01"])(
  "a text that only begins like a date is replaced: %s",
  (note) => {
    const { scrubBody } = createReadBack(1);
    const { tags } = scrubBody({ tags: [{ id: "A", additional_data: { note } }] });
    const after = tags[0]?.additional_data.note ?? "";
    expect(after.slice(-4)).not.toBe(note.slice(-4));
    expect(after.slice(0, 10)).not.toMatch(/^202[56]-\d\d-\d\d$/);
  },
);

test("none of a record's values is left, whatever its key", () => {
  const { scrubBody } = createReadBack(1, ["Reader-Lobby"]);
  const own = {
    page: "Jane Roe",
    limit: 4321,
    count: "8765",
    type: "NFC",
    is_active: "door code",
    items: [{ name: "Max Roe", identifier: "passport", type: "guest" }],
    contacts: { "Erika Roe": true },
    card: 98_765_432_109_876_540_000,
    place: [48.856613],
    phone: 4915112345678,
    added_when: 19841231,
  };
  const body = { tags: [{ id: "A", is_active: "gate", additional_data: own }], id: "Reader-Lobby" };
  const text = JSON.stringify(scrubBody(body));
  for (const secret of [
    ...["Jane", "4321", "8765", "NFC", "door", "Max", "passport", "guest", "Erika"],
    ...["987654321", "856613", "1984123", "491511234567", "gate", "Reader"],
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(Object.keys(JSON.parse(text).tags[0].additional_data)).toEqual(Object.keys(own));
});

test("the keys of an object in place of a list's rows are replaced like ids", () => {
  const { scrubBody } = createReadBack(1);
  const body = { tags: { "04A1B2C3D4E5F6": { id: "04A1B2C3D4E5F6", name: "Door" } } };
  expect(JSON.stringify(scrubBody(body))).not.toContain("04A1B2C3D4E5F6");
});

test("a value that is nested too deeply is cut", () => {
  const { scrubBody } = createReadBack(1);
  const deep = JSON.parse(`${"[".repeat(20_000)}1${"]".repeat(20_000)}`);
  expect(JSON.stringify(scrubBody({ tags: [{ additional_data: { deep } }] })).length).toBeLessThan(
    1000,
  );
});
