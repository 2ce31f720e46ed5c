import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestFixtures } from "../../deploy/released-formats.ts";
import { fixturesFolder } from "./fixtures.ts";

test("no fixture of a release was changed or removed", () => {
  const releases = JSON.parse(readFileSync(join(fixturesFolder, "releases.json"), "utf8"));
  const now = digestFixtures(fixturesFolder);
  for (const [version, digests] of Object.entries(releases)) {
    expect(now, version).toMatchObject(digests as object);
  }
  expect(Object.keys(now).length).toBe(readdirSync(fixturesFolder).length - 1);
});
