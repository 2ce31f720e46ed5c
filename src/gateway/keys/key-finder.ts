import { GraphQLError } from "graphql";
import { LRUCache } from "lru-cache";
import type { Bearer, FoundKey, KeyFinder } from "../answer/key/bearer.ts";
import { hasApiKeyHeader, readKey, toKeyHeaders } from "../answer/key/key.ts";
import type { FindKey, RequestHead } from "../answer/request-head.ts";
import type { TokenEntry } from "./keys-file.ts";
import { hashToken, looksLikeJwt, looksLikeToken, refuse, toTokenName } from "./token.ts";
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
  return (request) => {
    const sent = readSent(request);
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
    if (takesKeys && hasApiKeyHeader(request.rawHeaders)) return undefined;
    return refuse("not a token");
  };
}

export function createProgramsKeyFinder(findKey: FindKey): KeyFinder {
  return async (request) => ({ keyHeaders: toKeyHeaders(toKey(await findKey(request))) });
}

/**
 * What was sent in place of a key; null if nothing was, or if it cannot be read: that is explained
 * when a field needs the key.
 */
function readSent({ rawHeaders }: RequestHead): string | null {
  try {
    return readKey(rawHeaders);
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
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
  return { keyHeaders: toKeyHeaders(key), bearer };
}

function isExpired({ expiresAt }: TokenEntry, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

// A program in JavaScript has no types.
function toKey(found: unknown): string | null {
  if (found === undefined || found === null) return null;
  if (typeof found === "string") return found;
  throw new TypeError(`findKey: expected a string, or null for no key, not: ${typeof found}`);
}
