import { expect, test } from "vitest";
import { withPostgresErrors } from "../../../../src/registry/store/postgres/postgres-error.ts";
import { StoreError } from "../../../../src/registry/store/store.ts";

test("a message of the server is one line without control characters", async () => {
  const error = new Error("no \u001b]0;title\u0007 table\u009b31m\r\nDETAIL: more");
  const database = { name: "postgres://me@db/nfc", password: "table" };
  await expect(withPostgresErrors(database, () => Promise.reject(error))).rejects.toThrow(
    new StoreError("postgres://me@db/nfc: no  ]0;title  [password] 31m "),
  );
});

test("a full disk is named as such", async () => {
  const error = Object.assign(new Error("could not extend file"), { code: "53100" });
  const database = { name: "postgres://me@db/nfc", password: null };
  await expect(withPostgresErrors(database, () => Promise.reject(error))).rejects.toThrow(
    new StoreError("postgres://me@db/nfc: the disk is full"),
  );
});
