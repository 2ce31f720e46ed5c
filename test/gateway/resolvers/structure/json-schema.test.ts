import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  findMistake,
  type ItemRule,
} from "../../../../src/gateway/resolvers/structure/item-rule.ts";
import { toJsonSchema } from "../../../../src/gateway/resolvers/structure/json-schema.ts";
import { runs, seed } from "../../../support/seed.ts";

const options = ["good", "worn", "5", "true", "null", " good"];

const rule = fc.record({
  name: fc.option(fc.string()),
  type: fc.constantFrom("TEXTBOX", "TEXTAREA", "SELECTBOX", "NUMBER", "IMAGE", "UNKNOWN"),
  options: fc.subarray(options),
  isRequired: fc.boolean(),
});

// ajv ignores a required property with an empty name.
const identifier = fc.oneof(
  fc.constantFrom("a", "b", "toString", "1"),
  fc.string({ minLength: 1 }),
);

const rules = fc
  .dictionary(identifier, rule, {
    maxKeys: 6,
  })
  .map((byIdentifier) =>
    Object.entries(byIdentifier).map(
      ([identifier, { type, options, ...others }]): ItemRule => ({
        identifier,
        alias: null,
        type,
        options: type === "SELECTBOX" ? options : [],
        ...others,
      }),
    ),
  );

const numbers = [..."1 -0 007 1e3 1. .5 1,5 0x10 +1 NaN 1e".split(" "), " 5 ", "\u00a05\n"];
const addresses = [
  "https://images.example/1.jpg",
  "HTTP://images.example",
  "ftp://images.example/1.jpg",
  "//images.example/1.jpg",
  "images.example/1.jpg",
  "https://",
  "https:///1.jpg",
  "https://images.example/two words.jpg",
  "https://images.example/\n",
];

const value = fc.oneof(
  fc.constantFrom(undefined, null, "", " ", true, false, 0, -1.5, 5, [], {}, ...options),
  fc.constantFrom(...numbers, ...addresses),
  fc.jsonValue(),
);

/** Rules, and additional data with most of their items and some further keys. */
const cases = rules.chain((chosen) =>
  fc.tuple(
    fc.constant(chosen),
    fc.tuple(...chosen.map(() => value)),
    fc.dictionary(fc.string(), value, { maxKeys: 2 }),
  ),
);

test(`additional data is valid under the JSON Schema exactly when no item has a mistake (seed ${seed})`, () => {
  const seen = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(cases, ([chosen, values, further]) => {
      const data = new Map(Object.entries(further));
      for (const [at, { identifier }] of chosen.entries()) data.set(identifier, values[at]);
      const given = JSON.parse(JSON.stringify(Object.fromEntries(data)));
      const mistakes = chosen.map((one) =>
        findMistake(one, Object.hasOwn(given, one.identifier) ? given[one.identifier] : undefined),
      );
      const isRight = mistakes.every((mistake) => mistake === null);
      const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ownProperties: true });
      const validate = ajv.compile(toJsonSchema(chosen));
      expect(validate(given), JSON.stringify(validate.errors)).toBe(isRight);
      seen[isRight ? "valid" : "invalid"] += 1;
    }),
    { seed, numRuns: runs(30) },
  );
  expect(seen.valid).toBeGreaterThan(5);
  expect(seen.invalid).toBeGreaterThan(5);
});
