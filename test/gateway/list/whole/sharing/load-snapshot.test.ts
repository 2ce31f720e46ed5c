import { expect, test } from "vitest";
import type { CachePartition } from "../../../../../src/fleet/shared-cache.ts";
import { beginWork } from "../../../../../src/gateway/base/time/turns.ts";
import type { RegistryClient } from "../../../../../src/gateway/call/client.ts";
import { loadSnapshot } from "../../../../../src/gateway/list/whole/sharing/load-snapshot.ts";
import type { Contents } from "../../../../../src/gateway/list/whole/sharing/recording.ts";
import { until } from "../../../../support/upstream.ts";

test.each([
  { speed: "fast enough", is: "is", patienceMs: 60_000, looks: 40, isLoaded: true },
  { speed: "slower than the registry", is: "is not", patienceMs: 0, looks: 8, isLoaded: false },
])(
  "a snapshot $is loaded from a shared cache that is $speed",
  async ({ patienceMs, looks, isLoaded }) => {
    let looked = 0;
    const partition = {
      async find() {
        looked += 1;
        return { kind: "found", bytes: Buffer.of(0), ageMs: 0 } as const;
      },
    } as Partial<CachePartition> as CachePartition;
    const client = { decodeSharedPage: () => ({ rows: [] }) } as unknown as RegistryClient;
    const parts = Array.from({ length: 40 }, (_, response) => ({ response, from: 0, to: 0 }));
    const figures = { count: 0, calls: 40, milliseconds: 0, structure: null };
    const contents = { id: "id", takenAt: 0, parts, ...figures } as unknown as Contents;
    const list = await loadSnapshot(contents, {
      subject: "tag",
      taker: beginWork("k"),
      client,
      partition,
      agesFrom: 0,
      patienceMs,
      onProgress: () => true,
    });
    expect([list !== undefined, looked]).toEqual([isLoaded, looks]);
  },
);

test("a snapshot's structure is looked up at the same time as its first pages", async () => {
  const finds: (() => void)[] = [];
  const partition = {
    find: () =>
      new Promise((resolve) => {
        finds.push(() => resolve({ kind: "found", bytes: Buffer.of(0), ageMs: 0 }));
      }),
  } as Partial<CachePartition> as CachePartition;
  const client = {
    decodeSharedPage: () => ({ rows: [] }),
    decodeSharedStructure: () => "structure",
  } as unknown as RegistryClient;
  const contents = { id: "id", parts: [{ response: 0 }], structure: 1, milliseconds: 0 };
  const loaded = loadSnapshot(contents as unknown as Contents, {
    subject: "tag",
    taker: beginWork("k"),
    client,
    partition,
    agesFrom: 0,
    patienceMs: 60_000,
    onProgress: () => true,
  });
  await until(() => finds.length === 2);
  for (const find of finds) find();
  expect(await loaded).toMatchObject({ structure: "structure" });
});
