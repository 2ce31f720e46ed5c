import { isRecordKind } from "../record.ts";
import { type FileEntry, toMistakeEntry, toRecordEntry } from "./file-entry.ts";
import { type JsonPart, JsonSplitter, JsonStructureError } from "./json-splitter.ts";

/** The envelope's members (interface §2.4), which are not imported. */
const envelope = new Set(["limit", "page", "count", "page_count"]);

/**
 * Reads a JSON file of any size in little memory: a response of the interface (§4.1-4.5), a file from `tapgraph registry export`
 * (`tags`, `terminals` and `structures`), or an array of records.
 */
export async function* readJson(
  chunks: AsyncIterable<string>,
): AsyncGenerator<readonly FileEntry[]> {
  const splitter = new JsonSplitter((name) => name === "tags" || name === "terminals");
  const structure: StructureMember[] = [];
  try {
    for await (const chunk of chunks) {
      const found = splitter.push(chunk).flatMap(toEntries);
      structure.push(...found.filter((entry) => entry.type === "structure-member"));
      yield found.filter((entry) => entry.type !== "structure-member");
    }
    splitter.finish();
  } catch (error) {
    if (!(error instanceof JsonStructureError)) throw error;
    yield [toMistakeEntry(error.line, "", error.problem)];
    return;
  }
  if (structure.length > 0) {
    const value = Object.fromEntries(structure.map((member) => [member.name, member.value]));
    yield [{ type: "structure", kind: undefined, line: 1, value }];
  }
}

/** A member of the structure, in a file that has only a structure. */
interface StructureMember {
  readonly type: "structure-member";
  readonly name: string;
  readonly value: unknown;
}

function toEntries({ name, line, text }: JsonPart): (FileEntry | StructureMember)[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [toMistakeEntry(line, name ?? "", "expected valid JSON")];
  }
  switch (name) {
    case undefined:
      return [toRecordEntry(line, value)];
    case "tag":
    case "tags":
      return [{ type: "record", kind: "tag", line, value }];
    case "terminal":
    case "terminals":
      return [{ type: "record", kind: "terminal", line, value }];
    case "items":
    case "last_update":
      return [{ type: "structure-member", name, value }];
    case "structures":
      return readStructures(line, value);
    default:
      return envelope.has(name)
        ? []
        : [toMistakeEntry(line, name, "the interface has no such member")];
  }
}

function readStructures(line: number, value: unknown): FileEntry[] {
  if (typeof value !== "object" || value === null) {
    return [toMistakeEntry(line, "structures", "expected an object with tag and terminal")];
  }
  return Object.entries(value).map(
    ([kind, structure]): FileEntry =>
      isRecordKind(kind)
        ? { type: "structure", kind, line, value: structure }
        : toMistakeEntry(line, `structures.${kind}`, "only tag and terminal have a structure"),
  );
}
