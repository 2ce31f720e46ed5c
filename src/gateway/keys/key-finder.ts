import { LRUCache } from "lru-cache";
import type { TokenEntry } from "./keys-file.ts";
import type { FindKey } from "./request-head.ts";
import {
  type Bearer,
  type FoundKey,
  hashToken,
  type KeyFinder,
  looksLikeJwt,
  looksLikeToken,
  refuse,
  toTokenName,
} from "./token.ts";
import type { WatchedKeys } from "./watched-keys.ts";

const maxRemembered = 10_000;
const maxRememberedLength = 16 * 1024 * 1024;

/**
 * Creates what finds the keys of requests by a keys file: for a token, for a JWT, and, if allowed,
 * a key itself. It is synchronous but for a JWT that has to be verified. What leads to a key is
 * remembered by its text for as long as it does.
 */
export function createKeyFinder({
  watched,
  findByJwt,
  takesKeys,
  timeOfDay,
}: {
  readonly watched: Pick<WatchedKeys, "current">;
  readonly findByJwt?: (jwt: string, jwtHash: string) => Promise<FoundKey>;
  readonly takesKeys: boolean;
  readonly timeOfDay: () => number;
}): KeyFinder {
  const remembered = new LRUCache<string, FoundKey>({
    max: maxRemembered,
    maxSize: maxRememberedLength,
    sizeCalculation: (_, { length }) => length,
  });
  const remember = (sent: string, found: FoundKey) => {
    if (found.bearer !== undefined) remembered.set(sent, found);
    return found;
  };
  const rememberLater = async (sent: string, finding: Promise<FoundKey>) =>
    remember(sent, await finding);
  return (_, { key: sent, isApiKey }) => {
    // That there is none, or one that cannot be read, is explained when a field needs the key.
    if (sent === null) return undefined;
    const known = remembered.get(sent);
    if (known?.bearer?.standing() === "holds") return known;
    remembered.delete(sent);
    const tokenHash = hashToken(sent);
    const entry = watched.current.tokens.get(tokenHash);
    if (entry !== undefined) {
      return remember(sent, findByToken(tokenHash, entry, watched, timeOfDay));
    }
    const isJwt = looksLikeJwt(sent);
    if (isJwt && findByJwt) return rememberLater(sent, findByJwt(sent, tokenHash));
    if (isJwt) return refuse("JWTs are not configured", tokenHash);
    if (looksLikeToken(sent)) return refuse("unknown token", tokenHash);
    if (takesKeys && isApiKey) return undefined;
    return refuse("not a token");
  };
}

export function createProgramsKeyFinder(findKey: FindKey): KeyFinder {
  return async (request) => ({ key: toKey(await findKey(request)) });
}

function findByToken(
  tokenHash: string,
  entry: TokenEntry,
  watched: Pick<WatchedKeys, "current">,
  timeOfDay: () => number,
): FoundKey {
  if (isExpired(entry, timeOfDay())) return refuse("expired", tokenHash);
  const key = watched.current.keys.get(entry.keyName);
  if (key === undefined) throw new TypeError("a keys file has the key of each of its tokens");
  const { onlyRegistered } = entry;
  const bearer: Bearer = {
    token: toTokenName(tokenHash),
    onlyRegistered,
    standing() {
      const { tokens, keys } = watched.current;
      const now = tokens.get(tokenHash);
      if (now === undefined || isExpired(now, timeOfDay())) return "gone";
      return keys.get(now.keyName) === key && now.onlyRegistered === onlyRegistered
        ? "holds"
        : "changed";
    },
  };
  return { key, bearer };
}

function isExpired({ expiresAt }: TokenEntry, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

// A program in JavaScript has no types.
function toKey(found: unknown): string | null {
  if (found === undefined || found === null || found === "") return null;
  if (typeof found === "string") return found.toWellFormed();
  throw new TypeError(`findKey: expected a string, or null for no key, not: ${typeof found}`);
}
