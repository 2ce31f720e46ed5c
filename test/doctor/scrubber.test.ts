import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTextCipher } from "../../src/doctor/recording/ciphers.ts";
import { createScrubber } from "../../src/doctor/recording/scrubber.ts";

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

const scrub = (ids: readonly string[], seed: number) => {
  const known = { tags: new Set(ids), terminals: new Set<string>() };
  return createScrubber(known, createDraw(seed));
};

describe("a UID in a recording", () => {
  test("is replaced by another UID, which is the same in every spelling", () => {
    fc.assert(
      fc.property(uid, fc.integer(), (bytes, seed) => {
        const id = toHex(bytes).toUpperCase();
        const { scrubId } = scrub([id], seed);
        const scrubbed = scrubId(id);
        const backwards = [...bytes].reverse();
        expect(scrubbed).toMatch(/^[0-9A-F]{14}$/);
        expect(scrubId(toHex(bytes))).toBe(scrubbed.toLowerCase());
        expect(scrubId(toHex(bytes, ":")).replaceAll(":", "").toUpperCase()).toBe(scrubbed);
        const reversed = scrubId(toHex(backwards)).match(/../g) ?? [];
        expect(reversed.reverse().join("").toUpperCase()).toBe(scrubbed);
        expect(BigInt(scrubId(BigInt(`0x${id}`).toString()))).toBe(BigInt(`0x${scrubbed}`));
      }),
    );
  });

  test("keeps digits as digits and letters as letters", () => {
    fc.assert(
      fc.property(uid, fc.integer(), (bytes, seed) => {
        const kinds = (text: string) => text.replaceAll(/\d/g, "9").replaceAll(/[a-f]/g, "a");
        const id = toHex(bytes);
        expect(kinds(scrub([id], seed).scrubId(id))).toBe(kinds(id));
      }),
    );
  });
});

test("strings keep their length and the kinds of their letters, and stay distinct", () => {
  const kinds = (text: string) =>
    [...text].map((letter) => {
      const kind = [/\d/, /[a-z]/, /[A-Z]/, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[\p{L}\p{M}]/u];
      const place = kind.findIndex((one) => one.test(letter));
      return place < 0 ? letter : place;
    });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 4 })),
      fc.integer(),
      (strings, seed) => {
        const replace = createTextCipher(createDraw(seed));
        const replaced = strings.map(replace);
        expect(replaced.map(kinds)).toEqual(strings.map(kinds));
        expect(strings.map(replace)).toEqual(replaced);
      },
    ),
  );
  const replace = createTextCipher(createDraw(7));
  const digits = [..."0123456789"].map(replace);
  expect(new Set(digits).size).toBe(10);
});

test("a value that names a terminal still names it, as a number or as a string", () => {
  const terminals = new Set(["1001", "1002"]);
  const { scrubBody } = createScrubber({ tags: new Set(), terminals }, createDraw(1));
  const body = {
    terminals: [{ id: 1001, is_active: true, added_when: 1_700_000_000, additional_data: null }],
    tags: [
      { id: "A", is_active: "1", additional_data: { terminal_id: 1001, other: "1001", on: true } },
    ],
    count: 2,
  };
  const scrubbed = scrubBody(body) as typeof body;
  const [terminal] = scrubbed.terminals;
  const data = scrubbed.tags[0]?.additional_data;
  expect(terminal?.id).not.toBe(1001);
  expect(data).toEqual({ terminal_id: terminal?.id, other: String(terminal?.id), on: true });
  expect(terminal).toMatchObject({ is_active: true, additional_data: null });
  expect(String(terminal?.added_when)).toMatch(/^1\d{9}$/);
  expect(terminal?.added_when).not.toBe(1_700_000_000);
  expect(scrubbed).toMatchObject({ count: 2, tags: [{ is_active: "1" }] });
});

describe("an integer in a recording", () => {
  const scrubAll = (values: readonly number[], terminals: readonly string[], seed: number) => {
    const known = { tags: new Set<string>(), terminals: new Set(terminals) };
    const { scrubBody } = createScrubber(known, createDraw(seed));
    const { additional_data: data } = scrubBody({ additional_data: { values } }) as {
      readonly additional_data: { readonly values: readonly number[] };
    };
    return data.values;
  };
  const values = fc.uniqueArray(fc.integer({ min: -1e15 + 1, max: 1e15 - 1 }), { minLength: 2 });

  test("changes, but keeps its rank among the others", () => {
    fc.assert(
      fc.property(values, fc.integer(), (given, seed) => {
        const sorted = given.toSorted((one, other) => one - other);
        const scrubbed = scrubAll(sorted, [], seed);
        expect(scrubbed.toSorted((one, other) => one - other)).toEqual(scrubbed);
        expect(new Set(scrubbed).size).toBe(sorted.length);
        expect(scrubbed.every((number, place) => number !== sorted[place])).toBe(true);
      }),
    );
  });

  test("is moved far if it has many digits, and gains no digit if it is a terminal's id", () => {
    const moved = Array.from({ length: 50 }, (_, seed) => scrubAll([123_456], [], seed)[0] ?? 0);
    expect(Math.max(...moved) - 123_456).toBeGreaterThan(100_000);
    const ids = Array.from({ length: 50 }, (_, seed) => scrubAll([9_120], ["9120"], seed)[0] ?? 0);
    expect(ids.every((id) => id > 9_120 && id <= 9_999)).toBe(true);
  });
});

test("a date string becomes a different one in the same form", () => {
  const { scrubBody } = createScrubber({ tags: new Set(), terminals: new Set() }, createDraw(1));
  const body = { tags: [{ id: "A", added_when: "2024-03-01 06:00:00.250+02:00" }] };
  const { tags } = scrubBody(body) as typeof body;
  const [before, after] = [body.tags[0]?.added_when ?? "", tags[0]?.added_when ?? ""];
  expect(after).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.250\+02:00$/);
  expect(Date.parse(after)).toBeLessThan(Date.parse(before) - 86_399_000);
});

test("none of a record's values is left, whatever its key", () => {
  const { scrubBody } = createScrubber(
    { tags: new Set(), terminals: new Set(["Reader-Lobby"]) },
    createDraw(1),
  );
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
  const { scrubBody } = createScrubber({ tags: new Set(), terminals: new Set() }, createDraw(1));
  const body = { tags: { "04A1B2C3D4E5F6": { id: "04A1B2C3D4E5F6", name: "Door" } } };
  expect(JSON.stringify(scrubBody(body))).not.toContain("04A1B2C3D4E5F6");
});

test("a value that is nested too deeply is cut", () => {
  const { scrubBody } = createScrubber({ tags: new Set(), terminals: new Set() }, createDraw(1));
  const deep = JSON.parse(`${"[".repeat(20_000)}1${"]".repeat(20_000)}`);
  expect(JSON.stringify(scrubBody({ tags: [{ additional_data: { deep } }] })).length).toBeLessThan(
    1000,
  );
});
