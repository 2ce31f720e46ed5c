import { RegistryError } from "../../gateway/base/errors.ts";
import { toKeyDigest } from "../../gateway/base/key-digest.ts";
import { Calls } from "../../gateway/call/calls.ts";
import { RegistryClient } from "../../gateway/call/client.ts";
import { RequestBudget } from "../../gateway/call/request-budget.ts";
import { printTypes } from "../../gateway/resolvers/structure/typescript.ts";
import { type ItemRecord, readItems, type Subject } from "../../registry-client/records.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";
import { proxyTo } from "../proxy.ts";
import { keySources, reachWithKey } from "./key-input.ts";

/**
 * `tapgraph types`: prints TypeScript types for a project's additional data, generated from its
 * structures.
 * @throws CommandError for any argument, and if a structure cannot be fetched.
 */
export async function runTypes(settings: Settings, argv: readonly string[]): Promise<void> {
  if (argv.length > 0) {
    throw new CommandError(`tapgraph types: takes no arguments (the key comes ${keySources})`);
  }
  await using stack = new AsyncDisposableStack();
  const { baseUrl, key } = await reachWithKey(settings, stack);
  await using calls = new Calls({
    baseUrl,
    settings: { ...settings, REGISTRY_MAX_CONNECTIONS: 2, CACHE_TTL_SECONDS: 0 },
    proxy: proxyTo(baseUrl, settings),
  });
  const client = new RegistryClient(calls, { settings });
  const budget = new RequestBudget({ deadlineMs: settings.REQUEST_DEADLINE_MS, maxCalls: 10 });
  const load = (subject: Subject) =>
    fetchItems(client, subject, { key, keyDigest: toKeyDigest(key), budget });
  try {
    const [tags, terminals] = await Promise.all([load("tag"), load("terminal")]);
    process.stdout.write(printTypes(tags, terminals));
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new CommandError(`tapgraph types: ${error.message}; run tapgraph doctor to find out why`);
  }
}

async function fetchItems(
  client: RegistryClient,
  subject: Subject,
  caller: Parameters<RegistryClient["fetchStructure"]>[1],
): Promise<readonly ItemRecord[] | null> {
  const structure = await client.fetchStructure(subject, caller);
  if (structure === null) return null;
  return readItems(structure).flatMap((item) => (item instanceof RegistryError ? [] : [item]));
}
