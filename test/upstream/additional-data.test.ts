import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutAdditionalData } from "../../src/upstream/additional-data.ts";
import { json, startScriptedRegistry } from "../support/scripted-registry.ts";
import { createScope, createTransport, tagCall } from "../support/upstream.ts";

interface Row {
  readonly id: string;
  readonly additional_data?: unknown;
}

/** Texts that look like the end of a record, or the beginning of its data. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "}",
    '}},{"id":',
    '","additional_data":{',
    "\\",
    '\\"',
    "{",
    '{"id":"1"}},{"id":"2"',
  ),
);
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
const flat = fc.dictionary(text, value);
const nested = fc.dictionary(text, fc.oneof(value, flat, fc.array(flat)));
const row = fc.record(
  {
    id: text,
    name: text,
    owner: fc.oneof(value, nested),
    additional_data: fc.oneof(value, flat, nested, fc.array(flat)),
    last_update: value,
  },
  { requiredKeys: ["id"] },
);

test("records lose their additional data or nothing, whatever they hold", () => {
  let lost = 0;
  fc.assert(
    fc.property(fc.array(row), fc.boolean(), (rows, isLast) => {
      // With the additional data at the end, and in between.
      const sent = rows.map(({ additional_data, last_update, ...rest }) =>
        isLast
          ? { ...rest, last_update, additional_data }
          : { ...rest, additional_data, last_update },
      );
      const body = JSON.stringify({ limit: 100, tags: sent, count: 7 });
      const { tags, ...envelope } = JSON.parse(withoutAdditionalData(body));
      expect(envelope).toEqual({ limit: 100, count: 7 });
      const whole = JSON.parse(body).tags;
      tags.forEach((tag: Row, index: number) => {
        if ("additional_data" in tag || !("additional_data" in whole[index])) {
          expect(tag).toEqual(whole[index]);
        } else {
          lost += 1;
          const { additional_data: _, ...rest } = whole[index];
          expect(tag).toEqual(rest);
        }
      });
      expect(tags).toHaveLength(rows.length);
    }),
    { numRuns: 2_000 },
  );
  expect(lost).toBeGreaterThan(100);
});

test("of records as the registry writes them, all but the last lose theirs", () => {
  const rows = [1, 2, 3].map((id) => ({
    id: `${id}`,
    additional_data: { note: 'a "b" c', floor: id },
  }));
  const body = JSON.stringify({ tags: rows, limit: 3 });
  const bare = rows.map(({ id, additional_data }, index) =>
    index < 2 ? { id } : { id, additional_data },
  );
  expect(JSON.parse(withoutAdditionalData(body))).toEqual({ tags: bare, limit: 3 });
});

const rows = [
  { id: "1", additional_data: { floor: 1 } },
  { id: "2", additional_data: { floor: 2 } },
];
const bareRows = [{ id: "1" }, { id: "2", additional_data: { floor: 2 } }];

test("a request that does not read them is spared them", async () => {
  await using registry = await startScriptedRegistry(json({ tags: rows }));
  await using transport = createTransport(registry.url);
  const answer = await transport.get(tagCall(), createScope({ readsAdditionalData: false }));
  expect(answer).toEqual({ tags: bareRows });
});

test.each([
  [false, true],
  [true, false],
])("with one that reads them it shares a call, and they are there", async (...reads) => {
  await using registry = await startScriptedRegistry(json({ tags: rows }));
  await using transport = createTransport(registry.url);
  const answers = await Promise.all(
    reads.map((readsAdditionalData) =>
      transport.get(tagCall(), createScope({ readsAdditionalData })),
    ),
  );
  expect(answers).toEqual([{ tags: rows }, { tags: rows }]);
  expect(registry.calls).toHaveLength(1);
});

test("an answer that is kept has them for whoever comes later", async () => {
  await using registry = await startScriptedRegistry(json({ tags: rows }));
  await using transport = createTransport(registry.url, { cacheTtlSeconds: 60 });
  await transport.get(tagCall(), createScope({ readsAdditionalData: false }));
  expect(await transport.get(tagCall(), createScope())).toEqual({ tags: rows });
  expect(registry.calls).toHaveLength(1);
});
