import fc from "fast-check";

/** Text that breaks careless code: markup, control characters, lone surrogates, names of inherited properties. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom(
    "",
    " ",
    "<![CDATA[",
    "]]>",
    "<!-- -->",
    "&amp;&lt;",
    "\0\u0001\u000b\u001f",
    "\r\n\t",
    "\ud83d\ude00\u{1f468}\u200d\u{1f469}",
    "\ufffe\uffff",
    "\ud800",
    "__proto__",
    "constructor",
    "007",
    "1e999",
    "null",
    '"',
    "=1+1",
    "\u2028\u0085",
  ),
);

/** Any JSON value, with hostile text in its strings and keys. */
export const hostileJson: fc.Arbitrary<unknown> = fc
  .jsonValue({ maxDepth: 4, stringUnit: "binary" })
  .chain((value) => fc.oneof(fc.constant(value), hostileText, fc.array(hostileText)));

/** Additional data of any shape. */
export const hostileData: fc.Arbitrary<Readonly<Record<string, unknown>> | null> = fc.option(
  fc
    .array(fc.tuple(hostileText, hostileJson), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries)),
);

/** Numbers in JSON that 64-bit floating point cannot hold: more digits, or beyond the range. */
export const unholdableNumbers = [
  "12345678901234567890",
  "-9007199254740993",
  "9007199254740993.0",
  "1e400",
  "-1E+400",
  "1e-400",
  "0.1e0999",
  "1.2345678901234567890e19",
] as const;
