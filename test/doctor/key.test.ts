import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatEnd, formatFinding, formatJson } from "../../src/doctor/report.ts";
import { Words } from "../../src/doctor/words.ts";
import { createProject, hostileKey, listKeyForms, refuse } from "../support/project.ts";
import { type Misbehaviour, startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";
import { misbehaviours, startCase } from "./misbehaviours.ts";

test("a word that contains the key is not shown, in whatever spelling", () => {
  const key = fc.string({ unit: "grapheme", minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(key, fc.nat(8), (text, place) => {
      const form = listKeyForms(text)[place] ?? text;
      expect(new Words(text).show(`before ${form} after`)).toBe("[key]");
    }),
  );
});

test.each([
  ["percent-encoded to the last letter", (key: string) => key.replaceAll(/./g, toPercent)],
  ["as numeric character references", (key: string) => key.replaceAll(/./g, toEntity)],
  [
    "as numeric character references, the last one incomplete",
    (key: string) => key.replaceAll(/./g, toEntity).slice(0, -1),
  ],
  ["with some letters escaped", (key: string) => key.replace("&", "\\u0026").replace(" ", "\\x20")],
  ["with a letter as a named reference", (key: string) => key.replace("&", "&amp;")],
  ["after a reference to no character", (key: string) => `&#x110000;${key}`],
  ["with some letters percent-encoded twice", (key: string) => key.replace("&", "%2526")],
  ["as a password in base64", (key: string) => toBase64(`user:${key}!`)],
  ["as a longer password in base64", (key: string) => toBase64(`users:${key}`)],
])("a word is not shown that contains the key %s", (_, spell) => {
  const word = `before ${spell("s3cret &Key")} after`;
  expect(new Words("s3cret &Key").show(word)).toBe("[key]");
});

const toPercent = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
const toEntity = (letter: string) => `&#${letter.charCodeAt(0)};`;
const toBase64 = (text: string) => Buffer.from(text).toString("base64");

test("a word that contains a key of any length is not shown", () => {
  const key = "k3y&".repeat(5_000);
  expect(new Words(key).show(`before ${encodeURIComponent(key)} after`)).toBe("[key]");
});

test("no part of a key is left in a word that is cut", async () => {
  const key = "s3cret-Key-0123456789";
  const said = `a rather long name before ${key}`;
  await using registry = await startScriptedRegistry(
    { ...createProject(), key },
    {
      misbehave: (_, honest) => {
        const { status, body } = honest();
        const tags = body.tags?.map((tag: object) => ({ ...tag, additional_data: { [said]: 1 } }));
        const headers = { "content-type": `application/not-quite-what-was-asked-${key}` };
        return { status, body: { ...body, ...(tags && { tags }) }, headers };
      },
    },
  );
  const { findings } = await examine(registry);
  expect(JSON.stringify(findings)).toContain("[key]");
  expect(JSON.stringify(findings)).not.toContain("s3c");
});

test.each(["s", "s3", "s3c"])(
  "a key as short as %j is hidden in the registry's own words",
  async (key) => {
    await using registry = await startScriptedRegistry(
      { ...createProject(), key },
      {
        misbehave: (_, honest) => ({
          ...honest(),
          headers: { "content-type": `text/${key}-${key}` },
        }),
      },
    );
    const { findings } = await examine(registry);
    const detail = findings.find(({ id }) => id === "service")?.detail ?? "";
    expect(detail).toBe(
      'The registry lists tags and accepts the key. But it sends JSON as "[key]".',
    );
  },
);

test("other words are shown, without control characters and not too long", () => {
  const words = new Words("s3cret-key");
  expect(words.show("x-limit=1")).toBe("x-limit=1");
  expect(words.list(["a\u001b[31m", "b".repeat(50)])).toBe(`"a?[31m", "${"b".repeat(39)}…"`);
  expect(words.list([..."abcdefg"])).toBe('"a", "b", "c", "d", "e" and 2 more');
});

describe("the finding on a refused key has a hint for one that", () => {
  test.each([
    ["is in quotes", '"s3cret-key"', /in quotes/],
    ["contains spaces", "s3cret key", /spaces/],
    ["is percent-encoded", "s3cret%2Bkey", /percent-encoded/],
    ["has letters beyond ASCII", "s3cret–key", /beyond ASCII/],
    ["is none of these", "s3cret-key", /complete, and not revoked/],
  ])("%s", async (_, key, hint) => {
    await using registry = await startScriptedRegistry(
      { ...createProject(), key },
      { misbehave: () => refuse(403) },
    );
    const { findings, calls, outcome } = await examine(registry);
    expect(findings.at(-1)).toMatchObject({ id: "key", hint: expect.stringMatching(hint) });
    expect({ calls, outcome }).toEqual({ calls: 1, outcome: "cannot-work" });
  });
});

describe("the key is not printed, however often the registry repeats it, if", () => {
  const findLeaks = (text: string) => {
    const forms = listKeyForms(hostileKey).flatMap((form) => [form, form.toLowerCase()]);
    return forms.filter((form) => text.includes(form) || text.toLowerCase().includes(form));
  };

  test.each(Object.entries(misbehaviours))("%s", async (_, given) => {
    await using registry = await startCase({ ...given, misbehave: repeating(given.misbehave) });
    const { visit, ...diagnosis } = await examine(registry);
    const text = diagnosis.findings.map(formatFinding).join("") + formatEnd(visit, diagnosis);
    expect(text).toMatch(/\w/);
    expect(findLeaks(text + formatJson(visit, diagnosis))).toEqual([]);
  });

  test("this search would find it in each of its forms", () => {
    for (const form of listKeyForms(hostileKey)) expect(findLeaks(`a ${form} b`)).not.toEqual([]);
  });
});

/** Makes a registry so careless that it repeats the key wherever it can. */
function repeating(misbehave: Misbehaviour | undefined): Misbehaviour {
  return (call, honest) => {
    const response = misbehave?.(call, honest) ?? honest();
    if (typeof response === "function") return response;
    const { status, body, headers } = response;
    const isObject = Object.getPrototypeOf(body ?? "") === Object.prototype;
    if (status === 200)
      return isObject ? { ...response, body: { ...body, [hostileKey]: hostileKey } } : response;
    const echo = encodeURIComponent(hostileKey);
    return {
      status,
      body: isObject ? { ...body, echo: hostileKey } : body + hostileKey,
      headers: { ...headers, etag: `"${echo}"`, "x-echo": echo },
    };
  };
}
