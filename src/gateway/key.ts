import { GraphQLError } from "graphql";

/**
 * The key that a request carries, as `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * @param rawHeaders names and values in turn, as Node.js received them: only these show a header that came twice.
 * @throws GraphQLError `UNAUTHENTICATED` without a key, `BAD_USER_INPUT` with two that differ, with either header twice,
 * or with a key that is no UTF-8.
 */
export function readKey(rawHeaders: readonly string[]): string {
  const apiKey = readHeader(rawHeaders, "x-api-key");
  const bearer = /^Bearer +(.*)$/i.exec(readHeader(rawHeaders, "authorization") ?? "")?.[1];
  if (apiKey && bearer && apiKey !== bearer) {
    throw badKey("X-API-Key and Authorization carry different keys; send one.");
  }
  const key = apiKey || bearer;
  if (!key) {
    throw new GraphQLError(
      "This field needs the registry's key: send it as `X-API-Key: <key>` or as `Authorization: Bearer <key>`.",
      { extensions: { code: "UNAUTHENTICATED" } },
    );
  }
  return decodeKey(key);
}

/** The key that a request carries; null where `readKey` would refuse it. */
export function findKey(rawHeaders: readonly string[]): string | null {
  try {
    return readKey(rawHeaders);
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

function readHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    if (found !== undefined) throw badKey(`The header ${name} came twice; send it once.`);
    found = rawHeaders[index + 1]?.trim();
  }
  return found;
}

/** Node.js reads a header's bytes as Latin-1; a key beyond ASCII was sent as UTF-8. */
function decodeKey(key: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant, its control characters included.
  if (/^[\x00-\x7f]*$/.test(key)) return key;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(key, "latin1"));
  } catch {
    throw badKey("The key is no UTF-8.");
  }
}

function badKey(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });
}
