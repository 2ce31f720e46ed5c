import { parseJson } from "../json.ts";
import { isRecordKind, type RecordKind } from "../record.ts";
import { decodeInteger, detectKind } from "./decode.ts";
import { type FileEntry, toMistakeEntry } from "./file-entry.ts";
import { type JsonPart, JsonSplitter } from "./json-splitter.ts";
import { locateSyntaxError, type Place, start } from "./place.ts";

/** Members beside the lists: of a page, or of a structure that is a file of its own. */
const single = new Set(["limit", "page", "count", "page_count", "items", "last_update"]);

type Members = ReadonlyMap<string, PlacedValue>;

/**
 * Reads a JSON file of any size in little memory: a response of the interface (§4.1-4.5), a file
 * from `tapgraph registry export` (`tags`, `terminals` and `structures`), or an array of records.
 * @throws PlacedError where it is no such file.
 */
export async function* readJson(
  chunks: AsyncIterable<string>,
): AsyncGenerator<readonly FileEntry[]> {
  const splitter = new JsonSplitter((name) => lists.has(name));
  const members = new Map<string, PlacedValue>();
  let kind: RecordKind | undefined;
  const readPart = (part: JsonPart): readonly FileEntry[] => {
    const { name = "", place } = part;
    kind ??= lists.get(name);
    if (!single.has(name)) return toEntries(part);
    if (members.has(name)) return [toMistakeEntry(place, name, "the file has this member twice")];
    const parsed = parsePart(part);
    if ("type" in parsed) return [parsed];
    members.set(name, parsed);
    return [];
  };
  for await (const chunk of chunks) yield splitter.push(chunk).flatMap(readPart);
  splitter.finish();
  yield [...toStructure(members), ...toPage(members, kind)];
}

interface PlacedValue {
  readonly place: Place;
  readonly value: unknown;
}

const lists: ReadonlyMap<string, RecordKind> = new Map([
  ["tags", "tag"],
  ["terminals", "terminal"],
]);

function toStructure(members: Members): readonly FileEntry[] {
  const parts = ["items", "last_update"].filter((name) => members.has(name));
  if (parts.length === 0) return [];
  const value = Object.fromEntries(parts.map((name) => [name, members.get(name)?.value]));
  return [{ type: "structure", kind: undefined, place: start, value }];
}

function toPage(members: Members, kind: RecordKind | undefined): readonly FileEntry[] {
  const page = members.get("page");
  const pageCount = members.get("page_count");
  const number = decodeInteger(page?.value) ?? 1;
  const count = Math.max(decodeInteger(pageCount?.value) ?? 1, number);
  const place = pageCount?.place ?? page?.place;
  if (kind === undefined || place === undefined || count <= 1) return [];
  return [{ type: "page", kind, place, page: number, pageCount: count }];
}

function parsePart({ name = "", place, index, text }: JsonPart): PlacedValue | FileEntry {
  try {
    return { place, value: parseJson(text) };
  } catch (error) {
    const at = locateSyntaxError(text, place, error);
    if (index === undefined) return toMistakeEntry(at, name, "expected valid JSON");
    const record = `${lists.get(name) ?? "record"} #${index}`;
    return toMistakeEntry(at, "", "expected valid JSON", record);
  }
}

function toEntries(part: JsonPart): readonly FileEntry[] {
  const { name, place, index = 1 } = part;
  if (name === "structures") return readStructures(part);
  const parsed = parsePart(part);
  if ("type" in parsed) return [parsed];
  const { value } = parsed;
  const kind = name === undefined ? detectKind(value) : (lists.get(name) ?? lists.get(`${name}s`));
  if (kind) return [{ type: "record", kind, place, index, value }];
  return [toMistakeEntry(place, name ?? "", "the interface has no such member")];
}

/**
 * The structures of an export, by the kind that each is for. Read member by member, so that none
 * hides another.
 */
function readStructures({ place, text }: JsonPart): readonly FileEntry[] {
  if (!text.startsWith("{")) {
    return [toMistakeEntry(place, "structures", "expected an object with tag and terminal")];
  }
  return new JsonSplitter(() => false, place).push(text).map(readStructure);
}

function readStructure(part: JsonPart): FileEntry {
  const { name: kind, place } = part;
  const parsed = parsePart(part);
  if ("type" in parsed) return parsed;
  return isRecordKind(kind)
    ? { type: "structure", kind, place, value: parsed.value }
    : toMistakeEntry(place, `structures.${kind}`, "only tag and terminal have a structure");
}
