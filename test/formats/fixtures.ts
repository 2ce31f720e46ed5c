import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** The folder of the fixtures: `<format>-<version>.<extension>`, one file for each version of each format. */
export const fixturesFolder = join(import.meta.dirname, "fixtures");

export function readFixture(name: string): string {
  return readFileSync(join(fixturesFolder, name), "utf8");
}

/** A fixture of a format. */
export interface Fixture {
  readonly version: number;
  readonly text: string;
}

/** All versions of a format that have a fixture, the oldest first. */
export function fixturesOf(format: string): readonly Fixture[] {
  return readdirSync(fixturesFolder)
    .flatMap((name) => {
      const [, of, version] = /^(.*)-(\d+)\.\w+$/.exec(name) ?? [];
      return of === format ? [{ version: Number(version), text: readFixture(name) }] : [];
    })
    .toSorted((one, other) => one.version - other.version);
}

/**
 * Expects what is written now to be what its fixture says. If the version has no fixture yet, this makes it (but not in CI): look at it,
 * and commit it.
 */
export async function expectFixture(written: string, name: string): Promise<void> {
  const hint = "If the format has changed, raise its version: see test/formats/README.md";
  await expect(written, hint).toMatchFileSnapshot(join(fixturesFolder, name));
}
