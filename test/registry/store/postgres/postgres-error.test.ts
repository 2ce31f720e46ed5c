import { expect, test } from "vitest";
import { toPostgresError } from "../../../../src/registry/store/postgres/postgres-error.ts";

test("a message of the server is one line without control characters", () => {
  const error = new Error("no \u001b]0;title\u0007 table\u009b31m\r\nDETAIL: more");
  const result = toPostgresError(error, { name: "postgres://me@db/nfc", password: "table" });
  expect(String(result)).toBe("StoreError: postgres://me@db/nfc: no  ]0;title  [password] 31m ");
});
