import { parseJson } from "../json.ts";
import { isRecordKind, type RecordKind } from "../record.ts";
import { decodeInteger } from "./decode.ts";
import { type FileEntry, toMistakeEntry, toRecordEntry } from "./file-entry.ts";
import { type JsonPart, JsonSplitter, JsonStructureError } from "./json-splitter.ts";
import { locateSyntaxError } from "./locate.ts";
import { type Place, start } from "./place.ts";

const envelope = new Set(["limit", "page", "count", "page_count"]);

/**
 * Reads a JSON file of any size in little memory: a response of the interface (§4.1-4.5), a file
 * from `tapgraph registry export` (`tags`, `terminals` and `structures`), or an array of records.
 */
export async function* readJson(
  chunks: AsyncIterable<string>,
): AsyncGenerator<readonly FileEntry[]> {
  const splitter = new JsonSplitter((name) => name === "tags" || name === "terminals");
  const members = new SingleMembers();
  try {
    for await (const chunk of chunks) {
      yield splitter.push(chunk).flatMap((part) => members.take(part) ?? toEntries(part));
    }
    splitter.finish();
  } catch (error) {
    if (!(error instanceof JsonStructureError)) throw error;
    yield [toMistakeEntry(error.place, "", error.problem)];
    return;
  }
  yield members.finish();
}

interface PlacedValue {
  readonly place: Place;
  readonly value: unknown;
}

class SingleMembers {
  readonly #structure = new Map<string, PlacedValue>();
  readonly #envelope = new Map<string, PlacedValue>();
  #kind: RecordKind | undefined;

  take(part: JsonPart): readonly FileEntry[] | undefined {
    const { name, place } = part;
    if (name === "tags" || name === "terminals")
      this.#kind ??= name === "tags" ? "tag" : "terminal";
    const isStructure = name === "items" || name === "last_update";
    if (name === undefined || !(isStructure || envelope.has(name))) return undefined;
    const value = parsePart(part);
    if ("type" in value) return [value];
    const members = isStructure ? this.#structure : this.#envelope;
    if (isStructure && members.has(name)) {
      return [toMistakeEntry(place, name, "the file has this member twice")];
    }
    members.set(name, value);
    return [];
  }

  finish(): readonly FileEntry[] {
    return [...this.#readStructure(), ...this.#readEnvelope()];
  }

  #readStructure(): readonly FileEntry[] {
    if (this.#structure.size === 0) return [];
    const value = Object.fromEntries(
      [...this.#structure].map(([name, member]) => [name, member.value]),
    );
    return [{ type: "structure", kind: undefined, place: start, value }];
  }

  #readEnvelope(): readonly FileEntry[] {
    const page = this.#envelope.get("page");
    const pageCount = this.#envelope.get("page_count");
    const number = decodeInteger(page?.value) ?? 1;
    const count = Math.max(decodeInteger(pageCount?.value) ?? 1, number);
    const place = pageCount?.place ?? page?.place;
    if (this.#kind === undefined || place === undefined || count <= 1) return [];
    return [{ type: "page", kind: this.#kind, place, page: number, pageCount: count }];
  }
}

function parsePart({ name = "", place, index, text }: JsonPart): PlacedValue | FileEntry {
  try {
    return { place, value: parseJson(text) };
  } catch (error) {
    const field = index === undefined ? name : "";
    const record =
      index === undefined ? undefined : `${recordNames.get(name) ?? "record"} #${index}`;
    const at = locateSyntaxError(text, place, error);
    return toMistakeEntry(at, field, "expected valid JSON", record);
  }
}

const recordNames: ReadonlyMap<string, string> = new Map([
  ["tags", "tag"],
  ["terminals", "terminal"],
]);

function toEntries(part: JsonPart): readonly FileEntry[] {
  const { name, place, index = 1, text } = part;
  if (name === "structures") return readStructures(part);
  const parsed = parsePart(part);
  if ("type" in parsed) return [parsed];
  const { value } = parsed;
  switch (name) {
    case undefined:
      return [toRecordEntry(place, index, { value, text })];
    case "tag":
    case "tags":
      return [{ type: "record", kind: "tag", place, index, value, text }];
    case "terminal":
    case "terminals":
      return [{ type: "record", kind: "terminal", place, index, value, text }];
    default:
      return [toMistakeEntry(place, name, "the interface has no such member")];
  }
}

/**
 * The structures of an export, by the kind that each is for. Read member by member, so that none
 * hides another.
 */
function readStructures({ place, text }: JsonPart): readonly FileEntry[] {
  if (!text.startsWith("{")) {
    return [toMistakeEntry(place, "structures", "expected an object with tag and terminal")];
  }
  const splitter = new JsonSplitter(() => false, place);
  try {
    return splitter.push(text).map(readStructure);
  } catch (error) {
    if (!(error instanceof JsonStructureError)) throw error;
    return [toMistakeEntry(error.place, "structures", error.problem)];
  }
}

function readStructure(part: JsonPart): FileEntry {
  const { name: kind, place, text } = part;
  const parsed = parsePart(part);
  if ("type" in parsed) return parsed;
  return isRecordKind(kind)
    ? { type: "structure", kind, place, value: parsed.value, text }
    : toMistakeEntry(place, `structures.${kind}`, "only tag and terminal have a structure");
}
