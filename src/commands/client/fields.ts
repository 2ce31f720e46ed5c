import { RegistryError } from "../../gateway/base/errors.ts";
import { toKeyDigest } from "../../gateway/base/key-digest.ts";
import { Calls } from "../../gateway/call/calls.ts";
import { type Caller, RegistryClient } from "../../gateway/call/client.ts";
import { RequestBudget } from "../../gateway/call/request-budget.ts";
import { readPage, readPageInDoubt } from "../../gateway/list/reading/page.ts";
import { RecordList } from "../../gateway/list/records/record-list.ts";
import { compareOwnFields } from "../../gateway/resolvers/own-fields/compare.ts";
import type { OwnFields } from "../../gateway/resolvers/own-fields/own-fields.ts";
import { type KnownData, proposeOwnFields } from "../../gateway/resolvers/own-fields/propose.ts";
import { readItem } from "../../gateway/resolvers/structure/items.ts";
import { decodeObject, type JsonObject, tryDecode } from "../../registry-client/json-values.ts";
import { readItems, type Subject } from "../../registry-client/records.ts";
import type { Settings } from "../../settings.ts";
import { parseArguments } from "../arguments.ts";
import { CommandError } from "../command-error.ts";
import { readOwnFieldsFile } from "../own-fields.ts";
import { toPrintable } from "../printable.ts";
import { proxyTo } from "../proxy.ts";
import { keySources, reachWithKey } from "./key-input.ts";

const command = "tapgraph fields";

/**
 * `tapgraph fields`: prints own fields for a registry's additional data, or with `--check` where a
 * file of them and the registry disagree.
 * @returns the exit code: 1 if a field of the file names nothing; 2 if the registry cannot be read.
 * @throws CommandError if the arguments or the file are wrong, or if there is nothing to propose.
 */
export async function runFields(settings: Settings, argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments(command, argv, { check: { type: "string" } });
  // What is given may be the key, so no message repeats it.
  if (positionals.length > 0) {
    throw new CommandError(`${command}: takes only --check FILE (the key comes ${keySources})`);
  }
  const { check: file } = values;
  const own = file === undefined ? null : readOwnFieldsFile(file, command);
  await using stack = new AsyncDisposableStack();
  const { baseUrl, key, links } = await reachWithKey(settings, stack);
  let known: Readonly<Record<Subject, KnownData>>;
  try {
    known = await readRegistry(settings, { baseUrl, key });
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    process.stderr.write(`${command}: ${error.message}; run tapgraph doctor to find out why\n`);
    return 2;
  }
  if (own !== null) return check(own, known, file ?? "");
  const sdl = proposeOwnFields(known, links);
  if (sdl === null) {
    throw new CommandError(
      `${command}: neither a structure of the registry nor ADDITIONAL_DATA_LINKS names an identifier`,
    );
  }
  process.stdout.write(sdl);
  return 0;
}

function check(own: OwnFields, known: Readonly<Record<Subject, KnownData>>, file: string): number {
  const findings = compareOwnFields(own, known, (word) => `"${toPrintable(word)}"`);
  const lines = findings.map(({ status, text }) => `${status}: ${text}\n`);
  process.stdout.write(lines.join("") || `${file} fits the registry.\n`);
  return findings.some(({ status }) => status === "error") ? 1 : 0;
}

async function readRegistry(
  settings: Settings,
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
): Promise<Readonly<Record<Subject, KnownData>>> {
  await using calls = new Calls({
    baseUrl,
    settings: { ...settings, REGISTRY_MAX_CONNECTIONS: 2, CACHE_TTL_SECONDS: 0 },
    proxy: proxyTo(baseUrl, settings),
  });
  const client = new RegistryClient(calls, { settings });
  const budget = new RequestBudget({ deadlineMs: settings.REQUEST_DEADLINE_MS, maxCalls: 600 });
  const caller = { key, keyDigest: toKeyDigest(key), budget };
  const [tag, terminal] = await Promise.all([
    readKnown(client, caller, "tag"),
    readKnown(client, caller, "terminal"),
  ]);
  return { tag, terminal };
}

async function readKnown(
  client: RegistryClient,
  caller: Caller,
  subject: Subject,
): Promise<KnownData> {
  const structure = await client.fetchStructure(subject, caller);
  const items = structure === null ? [] : readItems(structure);
  return {
    items: items.flatMap((item) => (item instanceof RegistryError ? [] : readItem(item))),
    data: await readData(new RecordList(client, caller, subject)),
  };
}

const maxRecords = 1000;

async function readData(list: RecordList<Subject>): Promise<readonly JsonObject[]> {
  const needs = { rows: true, pageInfo: false, totalCount: false };
  const wanted = { from: "start", size: maxRecords, after: null, before: null, needs } as const;
  const { slice } = (await readPage(list, wanted)) ?? (await readPageInDoubt(list, wanted));
  const rows = slice === null ? [] : slice.run.rows.slice(slice.from, slice.to);
  return rows.map((row) =>
    row instanceof RegistryError
      ? {}
      : (tryDecode(decodeObject, row.fields["additional_data"]) ?? {}),
  );
}
