import { expect, test } from "vitest";
import { examine } from "../support/doctor.ts";
import { createFolder } from "../support/folder.ts";
import { startRecordedRegistry } from "../support/recorded-registry.ts";
import { startSampleRegistry } from "../support/sample-registry.ts";

/** What says how long calls took, or hangs on the address. */
const passing = new Set(["latency", "reach"]);

test("the sample's recording is diagnosed as the sample is", async () => {
  await using registry = await startSampleRegistry();
  await using folder = await createFolder();
  const { findings, settings, calls } = await examine(registry, { record: folder.path });
  await using replay = await startRecordedRegistry(folder.path);
  const again = await examine(replay);
  const comparable = (list: typeof findings) =>
    list.filter(({ id }) => !passing.has(id)).map(({ call, ...rest }) => rest);
  expect(replay.unknown).toEqual([]);
  expect(comparable(again.findings)).toEqual(comparable(findings));
  expect({ ...again.settings, REGISTRY_URL: "" }).toEqual({ ...settings, REGISTRY_URL: "" });
  expect(again.calls).toBe(calls);
});
