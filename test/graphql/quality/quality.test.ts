import { expect, test } from "vitest";
import { findQuality } from "../../../src/graphql/quality/quality.ts";
import { Pace } from "../../../src/search/table/pace.ts";
import type { RegistryRecord } from "../../../src/upstream/answers/records.ts";

test("looking through records gives way to other requests, and a million issues are told apart", async () => {
  const keys = Array.from({ length: 10 }, (_, at) => [`key ${at}`, at] as const);
  const additional_data = Object.fromEntries(keys);
  const records = Array.from({ length: 100_000 }, (_, at): RegistryRecord => {
    return { subject: "tag", id: `T${at}`, fields: { additional_data }, template: "" };
  });
  let pauses = 0;
  const pace = new Pace(async () => {
    pauses += 1;
  });
  const rules = { items: [], timestampUnit: "auto", now: 0, isDangling: () => false } as const;
  const quality = await findQuality(records, rules, pace);
  // A stretch of at most 10,000 to count what comes twice, then of at most 1,000.
  expect(pauses).toBeGreaterThanOrEqual(100_000 / 10_000 + 100_000 / 1_000);
  expect(quality.counts).toEqual(new Map([["UNKNOWN_KEY", 1_000_000]]));
  expect(quality.at(999_999)).toMatchObject({ position: 99_999, identifier: "key 9" });
  const place = { position: 50_000, rank: quality.rankAt(0), identifier: "key 5", alike: 0 };
  expect(quality.indexOf(place)).toBe(500_005);
  // Nine bytes an issue.
  expect(quality.bytes).toBeLessThan(10_000_000);
});

test("records with very many keys, or items, are fewer at a stretch", async () => {
  const additional_data = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [at, at]));
  const records = Array.from({ length: 100 }, (_, at): RegistryRecord => {
    return { subject: "tag", id: `T${at}`, fields: { additional_data }, template: "" };
  });
  let pauses = 0;
  const pace = new Pace(async () => {
    pauses += 1;
  });
  const rules = { items: [], timestampUnit: "auto", now: 0, isDangling: () => false } as const;
  const quality = await findQuality(records, rules, pace);
  expect(quality.length).toBe(100_000);
  expect(pauses).toBeGreaterThanOrEqual(100_000 / 10_000);
});
