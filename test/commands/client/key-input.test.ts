import { expect, test } from "vitest";
import { readRegistryKey } from "../../../src/commands/client/key-input.ts";
import { parseSettings } from "../../../src/settings.ts";

test.each(["a\nb", "a\tb", "a\u0000b", "a\u001fb", "a\u007fb"])(
  "the key %j is refused, because it contains a control character",
  async (key) => {
    await expect(readRegistryKey(parseSettings({ TAPGRAPH_KEY: key }))).rejects.toThrow(
      "TAPGRAPH_KEY: the key contains a line break or a control character",
    );
  },
);

test("a key may contain spaces and letters of any language", async () => {
  const key = "a key, größer als ~";
  expect(await readRegistryKey(parseSettings({ TAPGRAPH_KEY: key }))).toBe(key);
});
