import { isRecordKind } from "../record.ts";
import { type FileEntry, toMistakeEntry, toRecordEntry } from "./file-entry.ts";

/**
 * Reads an NDJSON file. Each line is a tag, a terminal (it has a `uuid`) or a structure
 * (`{"structure":"tag","items":[…],"last_update":…}`). Empty lines are skipped.
 */
export async function* readNdjson(
  chunks: AsyncIterable<string>,
): AsyncGenerator<readonly FileEntry[]> {
  let rest = "";
  let line = 0;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    const first = line + 1;
    line += lines.length;
    yield lines.flatMap((content, index) => readLine(first + index, content));
  }
  yield readLine(line + 1, rest);
}

function readLine(line: number, content: string): FileEntry[] {
  if (content.trim() === "") return [];
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return [toMistakeEntry(line, "", "expected valid JSON, one record per line")];
  }
  return [readStructureLine(line, value) ?? toRecordEntry(line, value)];
}

function readStructureLine(line: number, value: unknown): FileEntry | undefined {
  if (typeof value !== "object" || value === null || !("structure" in value)) return undefined;
  const { structure: kind, ...structure } = value;
  return isRecordKind(kind)
    ? { type: "structure", kind, line, value: structure }
    : toMistakeEntry(line, "structure", "expected tag or terminal");
}
