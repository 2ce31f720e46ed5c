import { describe, expect, test } from "vitest";
import { Drift } from "../../../src/registry/sample/drift.ts";
import { Random } from "../../../src/registry/sample/random.ts";
import { createSample } from "../../../src/registry/sample/sample.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import { dump, readList } from "../../support/real-registry.ts";

interface Sampled {
  readonly id: string | number;
  readonly imei: string;
  readonly uuid: string;
  readonly last_update: number;
  readonly additional_data: Readonly<Record<string, unknown>> | null;
}

function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + Math.floor(weighted / 10) + (weighted % 10);
  }, 0);
  return sum % 10 === 0;
}

describe("the sample", async () => {
  const store = await openStore(":memory:");
  const sample = await createSample(store);
  const tags = await readList<Sampled>(store, "tag");
  const terminals = await readList<Sampled>(store, "terminal");

  test("is the same every time", async () => {
    await using other = await openStore(":memory:");
    await createSample(other);
    expect(await dump(other)).toBe(await dump(store));
  });

  test("has 2,500 tags with NFC UIDs of seven bytes, and 60 terminals", () => {
    expect([tags.length, terminals.length]).toEqual([2500, 60]);
    for (const { id } of tags) expect(id).toMatch(/^04[0-9A-F]{4}(?!88)[0-9A-F]{8}$/);
  });

  test("has an IMEI with a valid check digit for each modem, and a uuid for each terminal", () => {
    const imeis = terminals.map(({ imei }) => imei).filter((imei) => imei !== "");
    expect(imeis.length).toBeGreaterThan(30);
    expect(imeis.filter((imei) => /^\d{15}$/.test(imei) && hasCheckDigit(imei))).toEqual(imeis);
    for (const { uuid } of terminals) {
      expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    }
  });

  test("links tags to terminals and terminals to tags, in numbers and in text", () => {
    const terminalIds = new Set(terminals.map(({ id }) => String(id)));
    const links = tags.flatMap(({ additional_data: data }) => data?.["terminal_id"] ?? []);
    expect(links.length).toBeGreaterThan(1500);
    expect(links.filter((link) => !terminalIds.has(String(link)))).toEqual([]);
    expect(new Set(links.map((link) => typeof link))).toEqual(new Set(["number", "string"]));
    const tagIds = new Set(tags.map(({ id }) => id));
    for (const { additional_data: data } of terminals) {
      if (data) expect(tagIds).toContain(data["home_tag"]);
    }
    expect(sample.links).toBe("tag.terminal_id=terminal.id,terminal.home_tag=tag.id");
  });

  test("has additional data that does not follow the structure", () => {
    const has = (test: (data: Sampled["additional_data"]) => unknown) =>
      tags.some(({ additional_data: data }) => test(data));
    expect(has((data) => data === null)).toBe(true);
    expect(has((data) => data?.["floor"] === null)).toBe(true);
    expect(has((data) => data && "legacy_number" in data)).toBe(true);
    expect(has((data) => data && !("notes" in data))).toBe(true);
  });
});

describe("drift", () => {
  test("adds, changes and removes records of the main project alone, the same for the same seed", async () => {
    const run = async () => {
      await using store = await openStore(":memory:");
      await createSample(store);
      const readBoth = async () => ({
        tag: await readList<Sampled>(store, "tag"),
        other: await readList<Sampled>(store, "tag", 2),
      });
      const before = await readBoth();
      const drift = new Drift(store, new Random(7), () => 1_800_000_000);
      for (let step = 0; step < 30; step += 1) await drift.step(3);
      return { before, after: await readBoth() };
    };
    const { before, after } = await run();
    expect((await run()).after).toEqual(after);
    expect(after.other).toEqual(before.other);
    const ids = (list: readonly Sampled[]) => new Set(list.map(({ id }) => id));
    const added = after.tag.filter(({ id }) => !ids(before.tag).has(id));
    const removed = before.tag.filter(({ id }) => !ids(after.tag).has(id));
    const changed = after.tag.filter((record) => record.last_update === 1_800_000_000);
    for (const list of [added, removed, changed]) expect(list.length).toBeGreaterThan(5);
  });
});
