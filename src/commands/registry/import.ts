import { statSync } from "node:fs";
import { extname } from "node:path";
import { formatCount } from "../../format-count.ts";
import { type FileFormat, fileFormats, type Mistake } from "../../registry/import/file-entry.ts";
import { type ImportResult, importEntries } from "../../registry/import/import.ts";
import { type Separator, separators } from "../../registry/import/read-csv.ts";
import { type ImportFile, readFiles } from "../../registry/import/read-file.ts";
import { isRecordKind } from "../../registry/record.ts";
import type { Settings } from "../../settings.ts";
import { parseArguments, parseProject } from "../arguments.ts";
import { CommandError } from "../command-error.ts";
import { toUsageError } from "../help.ts";
import { toPrintable } from "../printable.ts";
import { withProgress } from "./progress.ts";
import { requireLasting, storeAddressOf, withStore } from "./stores.ts";

const command = "tapgraph registry import";

export async function runRegistryImport(
  settings: Settings,
  argv: readonly string[],
): Promise<void> {
  const { values, positionals } = parseArguments(command, argv, {
    project: { type: "string" },
    format: { type: "string" },
    separator: { type: "string" },
    "decimal-comma": { type: "boolean", default: false },
    structure: { type: "string" },
    force: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
  });
  if (positionals.length === 0) throw toUsageError(command);
  const projectId = parseProject(command, values.project);
  const structureKind = values.structure;
  if (structureKind !== undefined && !isRecordKind(structureKind)) {
    throw new CommandError(`${command}: --structure takes tag or terminal`);
  }
  const files = positionals.map((name): ImportFile => {
    const size = readSize(name);
    return { name, size, format: parseFileFormat(command, name, values.format) };
  });
  const decimalComma = values["decimal-comma"];
  const csvOption = decimalComma ? "--decimal-comma" : "--separator";
  if (
    (decimalComma || values.separator !== undefined) &&
    !files.some(({ format }) => format === "csv")
  ) {
    throw new CommandError(`${command}: ${csvOption} is for CSV files`);
  }
  const separator = parseSeparator(values.separator);
  const isDry = values["dry-run"];
  const started = performance.now();
  const result = await withStore(
    // A dry run does not read the registry.
    isDry ? ":memory:" : requireLasting(command, storeAddressOf(settings)),
    (store) => {
      const size = files.reduce((sum, file) => sum + file.size, 0);
      return withProgress(size, ({ onAdvance, onRecords }) =>
        importEntries(store, readFiles(files, { separator, decimalComma, onBytes: onAdvance }), {
          projectId,
          structureKind,
          pages: values.force ? "any" : "all",
          mode: isDry ? "check" : "change",
          onProgress: onRecords,
        }),
      );
    },
  );
  report(result, { files, isDry, seconds: (performance.now() - started) / 1000 });
}

/**
 * The format of a file, from `--format` or the file's extension.
 * @throws CommandError if that is not a known format.
 */
export function parseFileFormat(
  command: string,
  file: string,
  named: string | undefined,
): FileFormat {
  const word = named ?? extname(file).slice(1).toLowerCase().replace("jsonl", "ndjson");
  const format = fileFormats.find((known) => known === word);
  if (format) return format;
  throw new CommandError(
    named === undefined
      ? `${file}: say which format it has: --format ${fileFormats.join("|")}`
      : `${command}: --format takes ${fileFormats.slice(0, -1).join(", ")} or ${fileFormats.at(-1)}`,
  );
}

function parseSeparator(named: string | undefined): Separator | undefined {
  if (named === undefined) return undefined;
  const separator = separators.find((known) => known === (named === "tab" ? "\t" : named));
  if (separator) return separator;
  throw new CommandError(`${command}: --separator takes ",", ";" or tab`);
}

function readSize(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new CommandError(`${file}: there is no such file`);
  if (!stats.isFile()) throw new CommandError(`${file} is not a file`);
  return stats.size;
}

function report(
  result: ImportResult,
  run: {
    readonly files: readonly ImportFile[];
    readonly isDry: boolean;
    readonly seconds: number;
  },
): void {
  const { tags, terminals, structures, mistakes, mistakeCount } = result;
  for (const mistake of mistakes) process.stderr.write(`${formatMistake(mistake)}\n`);
  const listed = mistakes.reduce((sum, { cells = 1 }) => sum + cells, 0);
  if (mistakeCount > listed) {
    process.stderr.write(`and ${formatCount(mistakeCount - listed, "more mistake")}\n`);
  }
  if (mistakeCount > 0) {
    const [only, ...others] = run.files.map(({ name }) => name);
    const what = others.length === 0 ? only : formatCount(run.files.length, "file");
    throw new CommandError(
      `${what}: ${formatCount(mistakeCount, "mistake")}; nothing was imported`,
    );
  }
  const rate = Math.round((tags + terminals) / run.seconds).toLocaleString("en");
  process.stdout.write(
    `${run.isDry ? "Would import" : "Imported"} ${formatCount(tags, "tag")}, ${formatCount(terminals, "terminal")} and ${formatCount(structures, "structure")} in ${run.seconds.toFixed(1)} s (${rate} records/s).\n`,
  );
}

function formatMistake({ cells = 1, ...mistake }: Mistake): string {
  const { file, line, column, record, field, problem } = mistake;
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const others = cells > 1 ? ` (and in ${formatCount(cells - 1, "more cell")} of this column)` : "";
  return [file, place, record, field, problem]
    .filter((part) => part !== undefined && part !== "")
    .map((part) => toPrintable(String(part)))
    .join(": ")
    .concat(others);
}
