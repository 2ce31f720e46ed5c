import { type ExportSelection, exportProject } from "../../registry/export.ts";
import type { Settings } from "../../settings.ts";
import { parseArguments, parseProject } from "../arguments.ts";
import { CommandError } from "../command-error.ts";
import { toUsageError } from "../help.ts";
import { writeOutput } from "../write-output.ts";
import { parseFileFormat } from "./import.ts";
import { requireStore, withStore } from "./stores.ts";

const command = "tapgraph registry export";

export async function runRegistryExport(
  settings: Settings,
  argv: readonly string[],
): Promise<void> {
  const { values, positionals } = parseArguments(command, argv, {
    project: { type: "string" },
    format: { type: "string" },
    only: { type: "string", default: "all" },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw toUsageError(command);
  const projectId = parseProject(command, values.project);
  const format = parseFileFormat(
    command,
    file,
    values.format ?? (file === "-" ? "json" : undefined),
  );
  const selection = parseSelection(values.only);
  if (format === "csv" && selection === "all") {
    throw new CommandError(
      `${command}: a CSV file has only one kind of record: add --only tags or --only terminals`,
    );
  }
  await withStore(requireStore(settings), async (store) => {
    await writeOutput(file, exportProject(store, projectId, { format, selection }));
  });
}

function parseSelection(only: string): ExportSelection {
  if (only === "tags" || only === "terminals" || only === "all") return only;
  throw new CommandError(`${command}: --only takes tags or terminals`);
}
