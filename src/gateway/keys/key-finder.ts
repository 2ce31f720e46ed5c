import { GraphQLError } from "graphql";
import { LRUCache } from "lru-cache";
import type { Bearer, FoundKey, KeyFinder } from "../answer/key/bearer.ts";
import { hasApiKeyHeader, readKey, toKeyHeaders } from "../answer/key/key.ts";
import type { FindKey, RequestHead } from "../answer/request-head.ts";
import type { TokenEntry } from "./keys-file.ts";
import { hashToken, looksLikeJwt, looksLikeToken, refuse, toTokenName } from "./token.ts";
import type { WatchedKeys } from "./watched-keys.ts";

/** Maximum number of tokens and JWTs that are remembered, and their maximum length in all. */
const maxRemembered = 10_000;
const maxRememberedLength = 16 * 1024 * 1024;

interface KeysFinderOptions {
  readonly watched: Pick<WatchedKeys, "current">;
  readonly findByJwt?: ((jwt: string, jwtHash: string) => Promise<FoundKey>) | undefined;
  readonly takesKeys: boolean;
  readonly timeOfDay: () => number;
}

/**
 * Creates what finds the keys of requests by a keys file: for a token, for a JWT, and, if allowed,
 * a key itself. It is synchronous but for a JWT that has to be verified. What leads to a key is
 * remembered by its text for as long as it does.
 */
export function createKeyFinder(options: KeysFinderOptions): KeyFinder {
  const { watched, findByJwt, takesKeys, timeOfDay } = options;
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
      return remember(sent, findByToken(tokenHash, entry, { watched, timeOfDay }));
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
  parts: Pick<KeysFinderOptions, "watched" | "timeOfDay">,
): FoundKey {
  if (isExpired(entry, parts.timeOfDay())) return refuse("expired", tokenHash);
  const key = parts.watched.current.keys.get(entry.key);
  if (key === undefined) throw new TypeError("a keys file has the key of each of its tokens");
  const { onlyRegistered } = entry;
  const bearer: Bearer = {
    token: toTokenName(tokenHash),
    onlyRegistered,
    standing() {
      const { tokens, keys } = parts.watched.current;
      const now = tokens.get(tokenHash);
      if (now === undefined || isExpired(now, parts.timeOfDay())) return "gone";
      return keys.get(now.key) === key && now.onlyRegistered === onlyRegistered
        ? "holds"
        : "changed";
    },
  };
  return { keyHeaders: toKeyHeaders(key), bearer };
}

function isExpired({ expiresAt }: TokenEntry, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** Checks what a program's `findKey` returned, because a program in JavaScript has no types. */
function toKey(found: unknown): string | null {
  if (found === undefined || found === null) return null;
  if (typeof found === "string") return found;
  throw new TypeError(`findKey: expected a string, or null for no key, not: ${typeof found}`);
}
