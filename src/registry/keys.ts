import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Store, StoredKey } from "./store.ts";
import type { StoreView } from "./store-view.ts";

/** A key's public side: all that can be told of it once it was shown. */
export type KeySummary = Omit<StoredKey, "hash">;

const idLength = 12;
const hashLength = 32;
const noHash = Buffer.alloc(hashLength);

/** Makes a key for a project and keeps its hash; the key itself is in the answer and nowhere else. */
export function createKey(
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
): { readonly id: string; readonly key: string } {
  const key = options.key ?? randomBytes(32).toString("base64url");
  const digest = hashKey(key);
  const id = toKeyId(digest);
  const { projectId, name, createdWhen } = options;
  store.addKey({ id, hash: digest, projectId, name, createdWhen });
  return { id, key };
}

/** Every key that is good now, by project and age. */
export function listKeys(store: Store): readonly KeySummary[] {
  return store.readKeys().map(({ hash: _, ...summary }) => summary);
}

/** The project that a key opens; undefined for a key that was never given out, or was revoked. */
export function findProject(view: StoreView, key: string): number | undefined {
  const digest = hashKey(key);
  const stored = view.readLock(toKeyId(digest));
  // The row is found by a part of the hash; what decides is a comparison that takes the same time for any key.
  const isSame = timingSafeEqual(digest, stored?.hash ?? noHash);
  return isSame ? stored?.projectId : undefined;
}

/** Keys are long and random, so that a fast hash without a salt cannot be searched backwards. */
function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

function toKeyId(digest: Buffer): string {
  return digest.toString("hex").slice(0, idLength);
}
