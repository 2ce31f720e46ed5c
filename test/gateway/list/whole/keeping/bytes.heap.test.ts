import { expect, test } from "vitest";
import {
  bytesOfRecord,
  bytesOfRecords,
} from "../../../../../src/gateway/list/whole/keeping/bytes.ts";
import { Random } from "../../../../../src/registry/sample/random.ts";
import { createTag } from "../../../../../src/registry/sample/records.ts";
import { sampleProject } from "../../../../../src/registry/sample/sample.ts";
import {
  decodePage,
  type RegistryRecord,
  type RegistryRow,
} from "../../../../../src/registry-client/records.ts";
import { readBuffers, readHeap } from "../../../../support/heap.ts";

/** Of the heap and of what is outside it, once the buffers that nobody holds are gone. */
async function readMemory(): Promise<number> {
  await readBuffers();
  return readHeap() + process.memoryUsage().external;
}

/** The records of many pages, each decoded from its own body, as from the registry. */
function readRecords(pages: number, toFields: (index: number) => object): RegistryRecord[] {
  const records: RegistryRow<"tag">[] = [];
  for (let page = 1; page <= pages; page++) {
    const rows = Array.from({ length: 1_000 }, (_, index) => toFields((page - 1) * 1_000 + index));
    const body = Buffer.from(JSON.stringify({ tags: rows, limit: 1_000, page, count: 0 }));
    const decoded = decodePage("tag", JSON.parse(body.toString()), "/api/v1/tags");
    for (const row of decoded.rows) records.push(row);
  }
  return records as RegistryRecord[];
}

const random = new Random(1);

test.each([
  ["tags of the sample", (index: number) => createTag(random, sampleProject, index)],
  [
    "every second one large",
    (index: number) => ({ id: `t${index}`, description: `${index} `.repeat((index % 2) * 500) }),
  ],
  ["long strings", (index: number) => ({ id: `t${index}`, description: `${index} `.repeat(200) })],
  ["Cyrillic strings", (index: number) => ({ id: `t${index}`, name: `Я ${index} `.repeat(20) })],
  [
    "nested values",
    (index: number) => ({ id: `t${index}`, additional_data: { a: [{ b: index }] } }),
  ],
])(
  "the estimate is close to the memory that records take, which includes no page bodies: %s",
  async (_, toFields) => {
    const before = await readMemory();
    const records = readRecords(10, toFields);
    const bytes = (await readMemory()) - before;
    const ratio = (await bytesOfRecords(records)) / bytes;
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  },
);

test("an empty list takes no memory", async () => {
  expect(await bytesOfRecords([])).toBe(0);
});

test("values that nest deeper than the call stack allows are measured", () => {
  const nested = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
  const [record] = readRecords(1, (index) => ({ id: `t${index}` }));
  if (record === undefined) throw new Error("no record was decoded");
  const deep = { ...record, fields: { additional_data: nested } };
  expect(bytesOfRecord(deep)).toBeGreaterThan(20_000 * 24);
});

test("counting many records leaves the event loop to others meanwhile", async () => {
  const records = readRecords(20, (index) => createTag(random, sampleProject, index));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  await bytesOfRecords(records);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
