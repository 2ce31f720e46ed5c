import { parseJson } from "../json.ts";
import { isRecordKind } from "../record.ts";
import { detectKind } from "./decode.ts";
import { type FileEntry, toMistakeEntry } from "./file-entry.ts";
import { locateSyntaxError } from "./place.ts";

/**
 * Reads an NDJSON file. Each line is a tag, a terminal (it has a `uuid`) or a structure
 * (`{"structure":"tag","items":[…],"last_update":…}`). Empty lines are skipped.
 */
export async function* readNdjson(
  chunks: AsyncIterable<string>,
): AsyncGenerator<readonly FileEntry[]> {
  let rest = "";
  let line = 0;
  let records = 0;
  const readLine = (content: string): FileEntry[] => {
    line += 1;
    if (content.trim() === "") return [];
    const entry = readEntry(line, records + 1, content);
    if (entry.type === "record") records += 1;
    return [entry];
  };
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield lines.flatMap(readLine);
  }
  yield readLine(rest);
}

function readEntry(line: number, index: number, text: string): FileEntry {
  const place = { line, column: 1 };
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const at = locateSyntaxError(text, place, error);
    return toMistakeEntry(at, "", "expected valid JSON, one record per line");
  }
  if (typeof value !== "object" || value === null || !("structure" in value)) {
    return { type: "record", kind: detectKind(value), place, index, value };
  }
  const { structure: kind, ...structure } = value;
  return isRecordKind(kind)
    ? { type: "structure", kind, place, value: structure }
    : toMistakeEntry(place, "structure", "expected tag or terminal");
}
