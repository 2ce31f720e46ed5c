import fc from "fast-check";

const space = fc.constantFrom("", "", "", "", " ", "\n", "\t ", "\r\n  ");

const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '""',
    '"x"',
    '"}},{\\"id\\":7"',
    '",\\"additional_data\\":{"',
    '"{\\"a\\":[1,2]}"',
    '"\\\\"',
    '"\\\\\\""',
    '"\\ud800"',
    '"\\uD83D\\uDE00"',
    '"\u{1f600} \u00e9\u2028"',
    '"\\u0000\\b\\f\\n\\r\\t\\/"',
    '"]}],"',
    '"\\u0022}"',
  ),
  fc.string({ maxLength: 12 }).map((value) => JSON.stringify(value)),
  fc.string({ unit: "binary", maxLength: 6 }).map((value) => JSON.stringify(value)),
);

const number = fc.constantFrom(
  "0",
  "-0",
  "1",
  "1.0",
  "1e5",
  "1E+2",
  "-1.5e-3",
  "0.1",
  "12345678901234567890",
  "1e400",
  "9007199254740993",
);

const key: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '"id"',
    '"note"',
    '"by"',
    '"n"',
    '"10"',
    '"2"',
    '"__proto__"',
    '"constructor"',
    '"additional_data"',
    '"additional_d\\u0061ta"',
    '"}"',
    '""',
  ),
  text,
);

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    text,
    number,
    fc.constantFrom("null", "true", "false", "[]", "{}"),
    spaced("[", fc.array(tie("value"), { maxLength: 3 }), "]"),
    spaced("{", fc.array(member(tie("value")), { maxLength: 3 }), "}"),
  ),
}));

/** The JSON of an object with these members and others, however it is written. Keys may be repeated. */
export function objectText(first: readonly string[]): fc.Arbitrary<string> {
  const members = fc
    .tuple(fc.array(member(value), { maxLength: 4 }), fc.boolean())
    .map(([others, isFirst]) => (isFirst ? [...first, ...others] : [...others, ...first]));
  return spaced("{", members, "}");
}

function member(arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(key, space, space, arbitrary)
    .map(([name, before, after, one]) => `${name}${before}:${after}${one}`);
}

function spaced(
  opening: string,
  parts: fc.Arbitrary<readonly string[]>,
  closing: string,
): fc.Arbitrary<string> {
  return fc
    .tuple(parts, space)
    .map(([list, gap]) => `${opening}${gap}${list.join(`${gap},${gap}`)}${gap}${closing}`);
}
