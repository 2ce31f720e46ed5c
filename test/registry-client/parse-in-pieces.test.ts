import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../../src/gateway/base/collections/raw-number.ts";
import { parseInPieces } from "../../src/registry-client/parse-in-pieces.ts";

test("a page is parsed some rows at a time, with a pause between (rule 12)", async () => {
  const page = { tags: Array.from({ length: 10 }, (_, id) => ({ id, name: "n" })), count: 10 };
  for (const text of [JSON.stringify(page), JSON.stringify(page, null, 2), spaced(page)]) {
    expect(await parse(text, 1)).toEqual({ value: page, pauses: 9 });
    expect(await parse(text, text.length / 3)).toEqual({ value: page, pauses: 2 });
    expect(await parse(text, text.length)).toEqual({ value: page, pauses: 0 });
  }
});

test("a page that is not wanted any more is not parsed to its end (rule 12)", async () => {
  const text = JSON.stringify({ tags: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }] });
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    return pauses < 2;
  };
  expect(await parseInPieces(text, { pause, length: 1 })).toBeUndefined();
  expect(pauses).toBe(2);
});

test.each([
  ['{"tags":[{"id":1},{"id":2}],"tags":[{"id":3}]}'],
  ['{"tags":[{"id":1},{"id":2}],"tags":[0]}'],
  ['{"tags":[{"id":1},{"id":2}],"\\u0074ags":[1],"count":2}'],
  ['{"tags":5,"tags":[{"id":1},{"id":2}]}'],
  ['{"a":[0],"tags":[{"id":1},{"id":2}],"b":[1]}'],
  ['{"a":"[{","tags":[{"id":1},{"id":2}]}'],
  ['{"a":"[{\\"id\\":1},{\\"id\\":2}]"}'],
  ['{"a":{"tags":[{"id":1},{"id":2}]},"tags":[0]}'],
  ['{"__proto__":[{"id":1},{"id":2}]}'],
  ['{"tags":[{"id":[{"id":1},{"id":2}]},{"id":3}]}'],
  ['{"tags":[{"id":1},{"id":2}],"errors":[]}'],
  ['{"tags":[{"id":"],"},{"id":2}]}'],
  ['[{"id":1},{"id":2}]'],
  ['[[{"id":1},{"id":2}]]'],
  ['{"tags":[{"id":1},{"id":2},]}'],
  ['{"tags":[{"id":1},,{"id":2}]}'],
  ['{"tags":[{"id":1},\u00a0{"id":2}]}'],
  ['{"tags":[{"id":1},{"id":2}],}'],
  ['{"tags":[{"id":1},{"id":2}]'],
  ['{"tags":[{"id":1},{"id":2}],"a":[]]}'],
  ['{"tags":[{"id":1}],"more":[{"id":2}]}'],
  ['{"tags":[{},{}]}'],
  [`{"tags":[{"id":0.${"0".repeat(323)}1},{"id":1e400}]}`],
  ["[{"],
  ["] [{"],
  [""],
])("%s means the same in pieces", async (text) => {
  expect(await outcomeInPieces(text, 1)).toEqual(outcomeOf(text));
});

const strings = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom('},{"id":', '},{"id":1', ',{"id":', '"', "\\", "[", "]", "€", "\u{1f600}", "[{"),
);

/** Without escapes: V8 13.6 may take one short name for another if both need them, also where it parses the whole text. */
const names = strings.filter((text) => JSON.stringify(text) === `"${text}"`);

const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt().map((digits) => JSON.rawJSON(String(digits))),
  fc.constantFrom("1e400", "-0", "1E+2", "0.1e-400").map((text) => JSON.rawJSON(text)),
);

const { row } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    strings,
    numbers,
    fc.constantFrom(true, false, null),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("row"),
    fc.array(tie("row"), { maxLength: 3 }),
  ),
  row: fc
    .tuple(tie("value"), fc.dictionary(names, tie("value"), { maxKeys: 3 }))
    .map(([id, more]) => ({ id, ...more })),
}));

const pages = fc
  .tuple(
    fc.dictionary(names, numbers, { maxKeys: 2 }),
    fc.constantFrom("tags", "terminals", "__proto__"),
    fc.array(row, { maxLength: 6 }),
    fc.dictionary(fc.constantFrom("count", "page", "tags"), fc.constantFrom(1, [0], [1]), {
      maxKeys: 2,
    }),
  )
  .map(([before, name, rows, after]) => {
    const members = [...Object.entries(before), [name, rows] as const, ...Object.entries(after)];
    return members.map(([key, value]) => [JSON.stringify(key), value] as const);
  });

const texts = fc
  .tuple(pages, fc.constantFrom("compact", "spaced", "indented"), fc.constantFrom("", " ", "\n\t"))
  .map(([members, style, gap]) => {
    const write = { compact: JSON.stringify, spaced, indented }[style];
    return `${gap}{${members.map(([key, value]) => `${key}:${gap}${write(value)}`).join(`,${gap}`)}${gap}}`;
  });

test("a page means the same in pieces, wherever it is cut", async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 40 }), async (text, length) => {
      expect(await outcomeInPieces(text, length)).toEqual(outcomeOf(text));
    }),
    { numRuns: 1_000 },
  );
});

test("a page that was damaged in any place means the same in pieces, and is the same error", async () => {
  const damage = fc.constantFrom(
    ...['},{"id":1', '"', "\\", "[", "]", "{", "}", ",", ":", "0", "", "[]", '"tags":[0],', "\n"],
    ...["\ufeff", "\u00a0", "],[", "},{", "[{", "}]", '[{"id":1}],', "nul"],
  );
  const damages = fc.array(fc.record({ at: fc.nat(), removed: fc.nat(3), damage }), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(texts, damages, fc.integer({ min: 1, max: 40 }), async (text, all, length) => {
      const damaged = all.reduce((before, { at, removed, damage }) => {
        const start = at % (before.length + 1);
        return before.slice(0, start) + damage + before.slice(start + removed);
      }, text);
      expect(await outcomeInPieces(damaged, length)).toEqual(outcomeOf(damaged));
    }),
    { numRuns: 1_000 },
  );
});

async function parse(text: string, length: number) {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    return true;
  };
  return { value: await parseInPieces(text, { pause, length }), pauses };
}

/** What a text means, with the digits of its numbers and the order of its members. */
async function outcomeInPieces(text: string, length: number): Promise<string> {
  try {
    return JSON.stringify((await parse(text, length)).value);
  } catch (error) {
    return String(error);
  }
}

function outcomeOf(text: string): string {
  try {
    return JSON.stringify(parseJson(text));
  } catch (error) {
    return String(error);
  }
}

/** JSON with a space behind each comma and colon, outside of strings. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
