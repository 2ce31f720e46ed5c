import { formatCount } from "../../format-count.ts";
import { copyStore, countRecords } from "../../registry/copy.ts";
import { parseStoreAddress } from "../../setting-parsers.ts";
import { parseArguments } from "../arguments.ts";
import { CommandError } from "../command-error.ts";
import { toUsageError } from "../help.ts";
import { withProgress } from "./progress.ts";
import { requireFile, requireLasting, withStore } from "./stores.ts";

const command = "tapgraph registry copy";

export async function runRegistryCopy(argv: readonly string[]): Promise<void> {
  const [from, to, ...others] = parseArguments(command, argv, {}).positionals.map(parseAddress);
  if (from === undefined || to === undefined || others.length > 0) throw toUsageError(command);
  // Other users of the machine can see a process's command line, and an address may contain a
  // password.
  process.title = command;
  requireFile(from);
  requireLasting(command, to);
  const started = performance.now();
  const counts = await withStore(from, (source) =>
    withStore(to, async (target) =>
      withProgress(await countRecords(source), ({ onAdvance, onRecords }) =>
        copyStore(source, target, (records) => {
          onAdvance(records);
          onRecords(records);
        }),
      ),
    ),
  );
  const { projects, tags, terminals, structures, keys } = counts;
  const copied = [
    formatCount(projects, "project"),
    formatCount(tags, "tag"),
    formatCount(terminals, "terminal"),
    formatCount(structures, "structure"),
  ].join(", ");
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`Copied ${copied} and ${formatCount(keys, "key")} in ${seconds} s.\n`);
}

function parseAddress(text: string): string {
  try {
    return parseStoreAddress(text);
  } catch (error) {
    throw new CommandError(`${command}: ${error instanceof Error ? error.message : error}`);
  }
}
