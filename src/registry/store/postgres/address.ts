import { Client } from "pg";
import { StoreError } from "../store.ts";
import type { DatabaseName } from "./postgres-error.ts";

/**
 * Matches if /, ? or # comes before an @ that is not in a parameter. Such a character belongs to
 * the user or the password, but would end the host.
 */
const endsEarly = /^[^:]*:\/\/[^@/?#]*(?:[/?#][^=]*|[/#][^?]*)@/;

export interface DatabaseAddress extends DatabaseName {
  readonly address: string;
}

/**
 * Reads an address, and checks that the driver can read it as well.
 * @throws StoreError if it cannot. The message never repeats the address.
 */
export function parseDatabaseAddress(given: string): DatabaseAddress {
  if (endsEarly.test(given)) {
    throw refuse("in a user name or password, write /, ? and # as %2F, %3F and %23");
  }
  const address = replaceTlsMode(given);
  try {
    const { user, host, port, database, password } = new Client({ connectionString: address });
    const who = user === undefined ? "" : `${user}@`;
    return { address, password, name: `postgres://${who}${host}:${port}/${database ?? ""}` };
  } catch (error) {
    // The driver reads certificate files immediately.
    if (error instanceof Error && "path" in error) throw refuse(`${error.path} cannot be read`);
    throw refuse("expected one such as postgres://user:password@host/database");
  }
}

/**
 * Writes `verify-full` in place of the TLS modes that the driver treats like it. The driver warns
 * about those, because a later version of it will verify less with them.
 */
function replaceTlsMode(address: string): string {
  if (/[?&]uselibpqcompat=true/.test(address)) return address;
  return address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

function refuse(reason: string): StoreError {
  return new StoreError(`The address of the database cannot be used: ${reason}`);
}
