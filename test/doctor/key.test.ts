import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KeyMask } from "../../src/doctor/key-mask.ts";
import { examine } from "../support/doctor.ts";
import { listKeyForms } from "../support/key-forms.ts";
import { createProject, refuse, startProjectRegistry } from "../support/project-registry.ts";

test("a mask takes a key out in every spelling", () => {
  const key = fc.string({ unit: "grapheme", minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(key, fc.nat(8), (text, place) => {
      const form = listKeyForms(text)[place] ?? text;
      expect(new KeyMask(text).hide(`before ${form} after`)).toBe("before [key] after");
    }),
  );
});

test("a mask leaves other text alone", () => {
  const text = "GET /api/v1/tags?limit=1";
  expect(new KeyMask("s3cret-key").hide(text)).toBe(text);
});

describe("of a key that is refused it is suspected where it", () => {
  test.each([
    ["is in quotes", '"s3cret-key"', /in quotes/],
    ["has blanks within", "s3cret key", /blanks/],
    ["is percent-encoded", "s3cret%2Bkey", /percent-encoded/],
    ["has letters beyond ASCII", "s3cret–key", /beyond ASCII/],
    ["is nothing of these", "s3cret-key", /whole, and not revoked/],
  ])("%s", async (_, key, hint) => {
    await using registry = await startProjectRegistry(createProject(), () => refuse(403), key);
    const { findings, calls, outcome } = await examine(registry);
    expect(findings.at(-1)).toMatchObject({ id: "key", hint: expect.stringMatching(hint) });
    expect({ calls, outcome }).toEqual({ calls: 1, outcome: "cannot-work" });
  });
});
