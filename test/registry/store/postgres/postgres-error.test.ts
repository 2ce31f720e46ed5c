import { expect, test } from "vitest";
import { withPostgresErrors } from "../../../../src/registry/store/postgres/postgres-error.ts";
import { StoreError } from "../../../../src/registry/store/store.ts";

test.each([
  ["no \u001b]0;title\u0007 table\u009b31m\r\nDETAIL: more", "", "no  ]0;title  [password] 31m "],
  ["could not extend file", "53100", "the disk is full"],
])("the server's message %j is one line without control characters", async (text, code, told) => {
  const error = Object.assign(new Error(text), { code });
  const database = { name: "postgres://me@db/nfc", password: "table" };
  await expect(withPostgresErrors(database, () => Promise.reject(error))).rejects.toThrow(
    new StoreError(`postgres://me@db/nfc: ${told}`),
  );
});
