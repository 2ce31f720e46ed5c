import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Store, StoredKey, StoredLock } from "./store/store.ts";

/** A key's public side: all that can be told of it once it was shown. */
export type KeySummary = Omit<StoredKey, "hash">;

const idLength = 12;
const hashLength = 32;
const noHash = Buffer.alloc(hashLength);

/** Makes a key for a project and keeps its hash; the key itself is in the answer and nowhere else. */
export async function createKey(
  store: Store,
  options: {
    readonly projectId: number;
    readonly name: string;
    /** Seconds since 1970. */
    readonly createdWhen: number;
    /**
     * The key's own text.
     * @default 256 random bits
     */
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

/** Never begins with a dash: a command line would take it for an option. */
function generateKey(): string {
  return randomBytes(32).toString("base64url").replace(/^-/, "_");
}

/** Every key that is good now, by project and age. */
export async function listKeys(store: Store): Promise<readonly KeySummary[]> {
  await using reading = await store.beginReading();
  return (await reading.readKeys()).map(({ hash: _, ...summary }) => summary);
}

/** A key that a caller has shown. */
export interface ShownKey {
  /** By which the store finds what it opens. */
  readonly id: string;
  /** Whether it is the key of this lock; there is none for a key that was never given out, or was revoked. */
  fits(lock: StoredLock | undefined): boolean;
}

/** A key as a caller shows it. */
export function showKey(key: string): ShownKey {
  const digest = hashKey(key);
  return {
    id: toKeyId(digest),
    // The lock is found by a part of the hash; what decides is a comparison that takes the same time for any key.
    fits: (lock) => timingSafeEqual(digest, lock?.hash ?? noHash) && lock !== undefined,
  };
}

/** Keys are long and random, so that a fast hash without a salt cannot be searched backwards. */
function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

function toKeyId(digest: Buffer): string {
  return digest.toString("hex").slice(0, idLength);
}
