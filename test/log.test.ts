import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KeysUnderWay } from "../src/log.ts";

const line = (fields: object) => `${JSON.stringify(fields)}\n`;

describe("a key under way", () => {
  test.each([
    ["in a message", { msg: "failed with s3cret-key-1, and s3cret-key-1" }],
    ["deep in an object", { err: { cause: [{ url: "http://a/?x=s3cret-key-1&y=1" }] } }],
    ["alone", { value: "s3cret-key-1" }],
  ])("is taken out %s", (_, fields) => {
    const keys = new KeysUnderWay();
    keys.add("s3cret-key-1");
    const scrubbed = keys.scrub(line(fields));
    expect(scrubbed).not.toContain("s3cret-key-1");
    expect(scrubbed).toContain("[key]");
    JSON.parse(scrubbed);
  });

  test("stays hidden until the last request that carries it has ended", () => {
    const keys = new KeysUnderWay();
    keys.add("s3cret-key-1");
    keys.add("s3cret-key-1");
    keys.remove("s3cret-key-1");
    expect(keys.scrub('"s3cret-key-1"')).toBe('"[key]"');
    keys.remove("s3cret-key-1");
    expect(keys.scrub('"s3cret-key-1"')).toBe('"s3cret-key-1"');
  });

  test("changes no name of a property", () => {
    const keys = new KeysUnderWay();
    keys.add("durationMs");
    expect(keys.scrub('{"durationMs":5,"msg":"durationMs"}')).toBe(
      '{"durationMs":5,"msg":"[key]"}',
    );
  });

  test("whatever it is made of, it is in no line, and the line stays JSON", () => {
    const text = fc.string({ unit: "binary", minLength: 8 });
    fc.assert(
      fc.property(text, fc.string({ unit: "binary" }), (meant, around) => {
        const received = Buffer.from(meant).toString("latin1");
        const keys = new KeysUnderWay();
        keys.add(received);
        const scrubbed = JSON.parse(
          keys.scrub(
            line({
              msg: `${around}${meant}${around}`,
              raw: received,
              url: `/?key=${encodeURIComponent(meant.toWellFormed())}`,
            }),
          ),
        );
        expect(scrubbed.raw).toBe("[key]");
        expect(scrubbed.url).toBe("/?key=[key]");
        expect(scrubbed.msg).toContain("[key]");
      }),
    );
  });
});
