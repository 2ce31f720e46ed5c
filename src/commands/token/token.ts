import { parseExpiry } from "../../gateway/keys/keys-file.ts";
import { createToken, hashToken, toTokenName } from "../../gateway/keys/token.ts";
import { sampleKey } from "../../registry/sample/sample.ts";
import type { Settings } from "../../settings.ts";
import { parseArguments } from "../arguments.ts";
import { CommandError } from "../command-error.ts";
import { toUsageError } from "../help.ts";
import { formatTable } from "../printable.ts";
import { type KeysDocument, readKeysDocument, updateKeysDocument } from "./keys-document.ts";

export async function runToken(settings: Settings, argv: readonly string[]): Promise<void> {
  const [action, ...rest] = argv;
  switch (action) {
    case "create":
      return await create(settings, rest);
    case "list":
      return list(rest);
    case "revoke":
      return await revoke(rest);
    default:
      throw toUsageError("tapgraph token");
  }
}

async function create(settings: Settings, argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments("tapgraph token create", argv, {
    key: { type: "string" },
    "keys-file": { type: "string" },
    expires: { type: "string" },
    only: { type: "string" },
  });
  const { key, "keys-file": file } = values;
  if (positionals.length > 0) throw toUsageError("tapgraph token");
  if (!key) throw new CommandError("tapgraph token create: --key NAME is required");
  const token = createToken();
  const tokenHash = hashToken(token);
  const entry = { key, ...toExpires(values.expires), ...toOnly(values.only) };
  if (file === undefined) {
    process.stderr.write("A token, which is shown only once, and its entry among the tokens:\n");
    process.stdout.write(`${token}\n"${tokenHash}": ${JSON.stringify(entry)}\n`);
    return;
  }
  const isSample = settings.REGISTRY_URL === undefined && settings.REGISTRY_DB === undefined;
  const firstKey = settings.TAPGRAPH_KEY ?? (isSample ? sampleKey : undefined);
  await updateKeysDocument(file, (document) => {
    const keys = document?.keys ?? createKeys(file, key, firstKey);
    if (!Object.hasOwn(keys, key)) throw new CommandError(`${file}: there is no key "${key}"`);
    return { ...document, keys, tokens: { ...document?.tokens, [tokenHash]: entry } };
  });
  process.stderr.write(
    `Token ${toTokenName(tokenHash)} for the key "${key}". It is shown only once:\n`,
  );
  process.stdout.write(`${token}\n`);
}

function createKeys(file: string, name: string, key: string | undefined): KeysDocument["keys"] {
  if (key !== undefined) return Object.fromEntries([[name, key]]);
  throw new CommandError(
    `${file}: there is no such file; to create it, set TAPGRAPH_KEY to the registry key that "${name}" stands for`,
  );
}

function toExpires(expires: string | undefined): { readonly expires?: string } {
  if (expires === undefined) return {};
  const expiresAt = parseExpiry(expires);
  if (expiresAt === null) {
    throw new CommandError(
      "tapgraph token create: --expires takes a date-time with zone, such as 2027-01-31T00:00:00Z",
    );
  }
  if (expiresAt <= Date.now()) {
    throw new CommandError("tapgraph token create: --expires is in the past");
  }
  return { expires };
}

function toOnly(only: string | undefined): { readonly only?: "registered" } {
  if (only === undefined) return {};
  if (only === "registered") return { only };
  throw new CommandError("tapgraph token create: --only takes registered");
}

function list(argv: readonly string[]): void {
  const { positionals, file } = parseFile("list", argv);
  if (positionals.length > 0) throw toUsageError("tapgraph token");
  const { tokens } = readKeysDocument(file).parsed;
  const rows = [...tokens].map(([tokenHash, { keyName, expiresAt, onlyRegistered }]) => {
    const expires =
      expiresAt === undefined ? "never" : new Date(expiresAt).toISOString().slice(0, 19);
    return [toTokenName(tokenHash), keyName, expires, onlyRegistered ? "registered" : ""];
  });
  process.stdout.write(formatTable([["TOKEN", "KEY", "EXPIRES (UTC)", "ONLY"], ...rows]));
}

async function revoke(argv: readonly string[]): Promise<void> {
  const { positionals, file } = parseFile("revoke", argv);
  const [digits, ...others] = positionals;
  if (digits === undefined || others.length > 0) throw toUsageError("tapgraph token");
  if (!/^[\da-f]{8,64}$/i.test(digits)) {
    throw new CommandError(
      "tapgraph token revoke: takes the first eight digits of a token's hash, or more",
    );
  }
  await updateKeysDocument(file, (document) => {
    if (document === null) throw new CommandError(`${file}: there is no such file`);
    const { tokens = {} } = document;
    const isMeant = (tokenHash: string) => tokenHash.toLowerCase().startsWith(digits.toLowerCase());
    const meant = Object.keys(tokens).filter(isMeant);
    if (meant.length === 0) {
      throw new CommandError(`${file} has no token ${digits} (see tapgraph token list)`);
    }
    if (meant.length > 1) {
      throw new CommandError(`${file} has ${meant.length} tokens ${digits}…: give more digits`);
    }
    const kept = Object.entries(tokens).filter(([tokenHash]) => !isMeant(tokenHash));
    return { ...document, tokens: Object.fromEntries(kept) };
  });
  process.stdout.write(`Token ${digits} is revoked.\n`);
}

function parseFile(
  action: "list" | "revoke",
  argv: readonly string[],
): { readonly positionals: readonly string[]; readonly file: string } {
  const { values, positionals } = parseArguments(`tapgraph token ${action}`, argv, {
    "keys-file": { type: "string" },
  });
  const file = values["keys-file"];
  if (!file) throw new CommandError(`tapgraph token ${action}: --keys-file FILE is required`);
  return { positionals, file };
}
