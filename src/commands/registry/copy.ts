import { copyStore, countRecords } from "../../registry/copy.ts";
import { parseStoreAddress } from "../../setting-parsers.ts";
import { CommandError } from "../command-error.ts";
import { readArguments, requireFile, withStore } from "./arguments.ts";
import { pluralize } from "./pluralize.ts";
import { startProgress } from "./progress.ts";

const usage =
  "usage: tapgraph registry copy FROM TO, each a SQLite file or postgres://user@host/database";

/** `tapgraph registry copy FROM TO`: copies all records, structures and keys of a registry into an empty one. */
export async function runRegistryCopy(argv: readonly string[]): Promise<void> {
  const [from, to, ...others] = readArguments(argv, {}).positionals.map(readAddress);
  if (from === undefined || to === undefined || others.length > 0) throw new CommandError(usage);
  // Other users of the machine can see a process's command line, and an address may contain a password.
  process.title = "tapgraph registry copy";
  requireFile(from);
  const started = performance.now();
  const summary = await withStore(from, (source) =>
    withStore(to, async (target) => {
      const progress = startProgress(await countRecords(source));
      const onRecords = (records: number) => {
        progress.onAdvance(records);
        progress.onRecords(records);
      };
      return await progress.during(copyStore(source, target, onRecords));
    }),
  );
  const { projects, tags, terminals, structures, keys, digest } = summary;
  const counts = [
    pluralize(projects, "project"),
    pluralize(tags, "tag"),
    pluralize(terminals, "terminal"),
    pluralize(structures, "structure"),
  ].join(", ");
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `Copied ${counts} and ${pluralize(keys, "key")} in ${seconds} s. Both hold the same: SHA-256 ${digest}\n`,
  );
}

function readAddress(text: string): string {
  try {
    return parseStoreAddress(text);
  } catch (error) {
    throw new CommandError(`tapgraph registry: ${error instanceof Error ? error.message : usage}`);
  }
}
