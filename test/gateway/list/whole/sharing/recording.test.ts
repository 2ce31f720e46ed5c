import { expect, test } from "vitest";
import type { CachePartition } from "../../../../../src/fleet/shared-cache.ts";
import { beginWork } from "../../../../../src/gateway/base/time/turns.ts";
import { Recording } from "../../../../../src/gateway/list/whole/sharing/recording.ts";
import { until } from "../../../../support/upstream.ts";

const sent = { bytes: Buffer.from("{}"), encoding: undefined };

test("responses are put at the same time, with no wait for the shared cache between them", async () => {
  const puts: ((isStored: boolean) => void)[] = [];
  const recording = createRecording(() => new Promise((resolve) => puts.push(resolve)));
  for (let number = 0; number < 10; number += 1) recording.add({ number }, sent);
  await until(() => puts.length === 10);
  for (const put of puts) put(true);
});

test("a response that cannot be put abandons the recording, which reports this once", async () => {
  const puts: ((isStored: boolean) => void)[] = [];
  let abandoned = 0;
  const recording = createRecording(
    () => new Promise((resolve) => puts.push(resolve)),
    () => {
      abandoned += 1;
    },
  );
  for (let number = 0; number < 3; number += 1) recording.add({ number }, sent);
  await until(() => puts.length === 3);
  puts[1]?.(false);
  await until(() => abandoned === 1);
  recording.add({}, sent);
  for (const put of puts) put(false);
  await new Promise(setImmediate);
  expect([abandoned, puts.length]).toEqual([1, 3]);
});

function createRecording(put: CachePartition["put"], onAbandon = () => {}): Recording {
  return new Recording({ put } as Partial<CachePartition> as CachePartition, {
    lifeMs: 1_000,
    taker: beginWork("k"),
    onAbandon,
  });
}
