import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { parseDatabaseAddress } from "../../../../src/registry/store/postgres/address.ts";

describe("the address of a database", () => {
  test("is named without its password", () => {
    expect(parseDatabaseAddress("postgres://nfc:s3%2Fcret@db.example/tags")).toEqual({
      address: "postgres://nfc:s3%2Fcret@db.example/tags",
      name: "postgres://nfc@db.example:5432/tags",
      password: "s3/cret",
    });
    expect(
      parseDatabaseAddress("postgres:///tags?host=/run/db&user=me@corp&password=s3cret").name,
    ).toBe("postgres://me@corp@/run/db:5432/tags");
  });

  test.each([
    ["?sslmode=require", "?sslmode=verify-full"],
    ["?host=/run/db&sslmode=prefer&port=1", "?host=/run/db&sslmode=verify-full&port=1"],
    ["?sslmode=no-verify", "?sslmode=no-verify"],
    ["?sslmode=require&uselibpqcompat=true", "?sslmode=require&uselibpqcompat=true"],
  ])(
    "names the TLS mode that the driver uses anyway, so that the driver has no reason to warn: %s",
    async (given, taken) => {
      const warnings: Error[] = [];
      const note = (warning: Error) => void warnings.push(warning);
      process.on("warning", note);
      const { address } = parseDatabaseAddress(`postgres://nfc@db.example/tags${given}`);
      // Node.js emits a warning on the next tick.
      await setImmediate();
      process.off("warning", note);
      expect(address).toBe(`postgres://nfc@db.example/tags${taken}`);
      expect(warnings).toEqual([]);
    },
  );

  const users =
    "nfc:12/s3cret nfc:12/s3cret= nfc:12#s3cret nfc:12?s3cret nfc:12/s3?cret n/fc:s3cret";
  test.each(users.split(" ").map((user) => `postgres://${user}@db.example/tags`))(
    "whose user or password ends the host too early is refused, and not repeated: %s",
    (address) => {
      expect(() => parseDatabaseAddress(address)).toThrow(
        /^The address of the database cannot be used: [^\n]* as %2F, %3F and %23$/,
      );
    },
  );

  test.each([
    ["postgres://nfc:s3cret@[nowhere/tags", "expected one such as postgres://"],
    ["postgres://nfc:s3cret@db.example:99999/tags", "expected one such as postgres://"],
    [
      "postgres://nfc:s3cret@db.example/tags?sslmode=verify-full&sslrootcert=/none.pem",
      "/none.pem cannot be read",
    ],
  ])("that cannot be used is reported in one line: %s", (address, reason) => {
    const message = new RegExp(`^The address of the database cannot be used: ${reason}`);
    expect(() => parseDatabaseAddress(address)).toThrow(message);
    expect(() => parseDatabaseAddress(address)).not.toThrow(/s3cret|\n/);
  });
});
