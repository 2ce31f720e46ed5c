import { Client } from "pg";
import { StoreError } from "../store-error.ts";
import type { DatabaseName } from "./postgres-error.ts";

/** Something like an @ behind what ends the host: user or password have a character that ends it. */
const endsEarly = /^[^:]*:\/\/[^@/?#]*(?:[/?#][^=]*|[/#][^?]*)@/;

/**
 * What an address says, without its password.
 * @throws StoreError for one that cannot be read, which is never repeated.
 */
export function readAddress(address: string): DatabaseName {
  if (endsEarly.test(address)) {
    throw refuse("/, ? and # in a user or a password are written %2F, %3F and %23");
  }
  try {
    const { user, host, port, database, password } = new Client({ connectionString: address });
    const who = user === undefined ? "" : `${user}@`;
    return { name: `postgres://${who}${host}:${port}/${database ?? ""}`, password };
  } catch (error) {
    // The driver reads certificates at once.
    if (error instanceof Error && "path" in error) throw refuse(`no ${error.path} can be read`);
    throw refuse("expected one such as postgres://user:password@host/database");
  }
}

function refuse(reason: string): StoreError {
  return new StoreError(`The address of the database cannot be used: ${reason}`);
}
