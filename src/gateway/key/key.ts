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

/** Headers, as names and values in turn, with this key in place of the one that they carry; null: with none. */
export function replaceKey(rawHeaders: readonly string[], key: string | null): readonly string[] {
  const others = rawHeaders.filter((_, index) => !isKeyName(rawHeaders[index - (index % 2)]));
  // As Node.js would have read it.
  return key === null ? others : [...others, "x-api-key", Buffer.from(key).toString("latin1")];
}

/** Whether a header of this name carries a key. */
export function isKeyName(name = ""): boolean {
  return ["x-api-key", "authorization"].includes(name.toLowerCase());
}

/** A key shorter than this guards nothing, and is in any text by chance. */
const leastSecretLength = 8;

/** Whatever came in the place of a key, valid or not: nothing of it is to be shown anywhere. */
export function findSecrets(rawHeaders: readonly string[]): readonly string[] {
  const secrets: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    if (name !== "x-api-key" && name !== "authorization") continue;
    const value = rawHeaders[index + 1] ?? "";
    const secret = name === "authorization" ? value.replace(/^\S+ +/, "") : value;
    if (secret.length >= leastSecretLength) secrets.push(secret);
  }
  return secrets;
}

function readHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    if (found !== undefined) throw badKey(`The header ${name} came twice; send it once.`);
    // Node.js has cut the blanks at its ends. `trim` would cut more: the byte A0, the end of a letter such as "à".
    found = rawHeaders[index + 1];
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
