import { expect, test } from "vitest";
import { findQuality } from "../../../../src/gateway/resolvers/quality/quality.ts";
import { recordFields } from "../../../../src/gateway/resolvers/records/record-fields.ts";
import type { RegistryRecord } from "../../../../src/registry-client/records.ts";
import { Pace } from "../../../../src/search/table/pace.ts";

async function check(tags: number, keysPerTag: number) {
  const keys = Array.from({ length: keysPerTag }, (_, at) => [`key ${at}`, at] as const);
  const additional_data = Object.fromEntries(keys);
  const records = Array.from({ length: tags }, (_, at): RegistryRecord => {
    return { subject: "tag", id: `T${at}`, fields: { additional_data }, template: "" };
  });
  let pauses = 0;
  const pace = new Pace(async () => {
    pauses += 1;
  });
  const rules = {
    fields: recordFields.tag,
    items: [],
    timestampUnit: "auto",
    now: 0,
    isDangling: () => false,
  } as const;
  return { quality: await findQuality(records, rules, pace), pauses };
}

test("checking records gives way to other requests, and its 200,000 issues are found by index and by place", async () => {
  const { quality, pauses } = await check(20_000, 10);
  // Duplicates are counted in portions of at most 10,000 records. Then the records are checked in portions of at most 1,000.
  expect(pauses).toBeGreaterThanOrEqual(20_000 / 10_000 + 20_000 / 1_000);
  expect(quality.counts).toEqual(new Map([["UNKNOWN_KEY", 200_000]]));
  expect(quality.at(199_999)).toMatchObject({ position: 19_999, identifier: "key 9" });
  const place = { position: 10_000, rank: quality.rankAt(0), identifier: "key 5", equalsBefore: 0 };
  expect(quality.indexOf(place)).toBe(100_005);
  // An issue takes sixteen bytes.
  expect(quality.bytes).toBeLessThan(3_400_000);
});
