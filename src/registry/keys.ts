import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { KeyGrant, Store, StoredKey } from "./store/store.ts";

const idLength = 12;
const hashLength = 32;
const noHash = Buffer.alloc(hashLength);

export async function createKey(
  store: Store,
  options: {
    readonly projectId: number;
    readonly name: string;
    /** Seconds since 1970. */
    readonly createdWhen: number;
    readonly key?: string;
  },
): Promise<{ readonly id: string; readonly key: string }> {
  const key = options.key ?? generateKey();
  const digest = hashKey(key);
  const id = toKeyId(digest);
  const { projectId, name, createdWhen } = options;
  await store.addKey({ id, hash: digest, projectId, name, createdWhen });
  return { id, key };
}

/**
 * Generates a key. It never begins with a dash, because a command line would take it for an option.
 */
function generateKey(): string {
  return randomBytes(32).toString("base64url").replace(/^-/, "_");
}

export async function listKeys(store: Store): Promise<readonly StoredKey[]> {
  await using transaction = await store.beginRead();
  return await transaction.readKeys();
}

/**
 * A key as a caller presents it. It matches the grant that is for this very key; there is none if
 * the key was never created, or was revoked.
 */
export function presentKey(key: string) {
  const digest = hashKey(key);
  return {
    id: toKeyId(digest),
    // The id is only a part of the hash, so the full hash is compared: in constant time, to hide
    // how much of it was right.
    matches: (grant: KeyGrant | undefined): boolean =>
      timingSafeEqual(digest, grant?.hash ?? noHash) && grant !== undefined,
  };
}

/** Keys are long and random, so nobody can guess one: a fast hash without a salt is enough. */
function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

function toKeyId(digest: Buffer): string {
  return digest.toString("hex").slice(0, idLength);
}
