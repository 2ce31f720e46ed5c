import { expect, test } from "vitest";
import { isForUser } from "../../../src/commands/command-error.ts";
import { runRegistryKey } from "../../../src/commands/registry/key.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import { readSettings } from "../../../src/settings.ts";
import { createOpenFolder, makeReadOnly } from "../../support/folder.ts";

test("creating a key in a read-only file is refused in one line", async () => {
  await using folder = await createOpenFolder();
  await (await openStore(folder.file("registry.db")))[Symbol.asyncDispose]();
  using _ = makeReadOnly(folder, "registry.db");
  const settings = readSettings({ REGISTRY_DB: folder.file("registry.db") });
  const creation = runRegistryKey(settings, ["create", "--project", "1"]);
  const error = await creation.catch((reason: unknown) => reason);
  expect(isForUser(error)).toBe(true);
  expect(String(error)).toMatch(/registry\.db: it cannot be written/);
});

test.each([
  [["create", "--project", "-1"], "tapgraph registry key create: --project requires a value"],
  [["create", "--project"], "--project"],
  [["create", "--name", "--project", "1"], "key create: --name requires a value"],
  [["revoke", "-abc"], "Unknown option '-a'"],
])("%j is refused in one line that says what is wrong", async (argv, part) => {
  await using folder = await createOpenFolder();
  await (await openStore(folder.file("registry.db")))[Symbol.asyncDispose]();
  const settings = readSettings({ REGISTRY_DB: folder.file("registry.db") });
  const error = await runRegistryKey(settings, argv).catch((reason: unknown) => reason);
  expect(isForUser(error)).toBe(true);
  expect(String(error).split("\n")).toEqual([expect.stringContaining(part)]);
});
