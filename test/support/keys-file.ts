import { createToken, hashToken } from "../../src/gateway/keys/token.ts";
import { createFolder, replaceFile } from "./folder.ts";

/** What a keys file says of a token. */
export interface TokenEntry {
  readonly key: string;
  readonly expires?: string;
  readonly only?: "registered";
}

/** A keys file in a folder of its own, which a test can write again. */
export interface TestKeysFile extends AsyncDisposable {
  readonly path: string;
  /** Writes all of it. Tokens are given by themselves, not by their hashes. */
  write(keys: Readonly<Record<string, string>>, tokens?: Tokens): void;
  writeText(text: string): void;
}

type Tokens = Readonly<Record<string, TokenEntry>>;

export async function createKeysFile(
  keys: Readonly<Record<string, string>>,
  tokens: Tokens = {},
): Promise<TestKeysFile> {
  const folder = await createFolder();
  const path = folder.file("keys.json");
  const file: TestKeysFile = {
    path,
    writeText: (text) => replaceFile(path, text),
    write(newKeys, newTokens = {}) {
      const hashed = Object.entries(newTokens).map(([token, entry]) => [hashToken(token), entry]);
      file.writeText(JSON.stringify({ keys: newKeys, tokens: Object.fromEntries(hashed) }));
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
  file.write(keys, tokens);
  return file;
}

export { createToken, hashToken };
