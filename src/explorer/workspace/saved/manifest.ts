import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from "graphql";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { isObject, type JsonObject } from "../../connect/json.ts";
import { firstOperation } from "../../query/build/edit-selection.ts";
import { titleOf } from "../title.ts";
import { maxNameLength, type SavedName } from "./operation.ts";
import { sha256 } from "./sha256.ts";

/** An operation in a manifest, which has no id of ours. */
export type ManifestEntry = SavedName & RequestText;

const format = "apollo-persisted-query-manifest";

export interface WrittenManifest {
  readonly text: string;
  readonly count: number;
  /** The operations that are not in it, because a gateway would not start with them, and why. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Writes the manifest of persisted operations that `PERSISTED_OPERATIONS` takes. A document that was saved several times is in it once,
 * because its id is its hash. Its member `saved`, which only the explorer reads, has the names, folders and variables.
 */
export function writeManifest(
  entries: readonly ManifestEntry[],
  schema: GraphQLSchema | undefined,
): WrittenManifest {
  const leftOut: { name: string; reason: string }[] = [];
  const operations: object[] = [];
  for (const [query, same] of Map.groupBy(entries, (entry) => entry.query)) {
    const saved = same.map(toSavedMember);
    const [{ name = "" } = {}] = saved;
    const checked = check(query, schema);
    if (typeof checked === "string") leftOut.push(...saved.map(() => ({ name, reason: checked })));
    else {
      const operation = firstOperation(checked);
      operations.push({
        id: sha256(query),
        name: operation?.name?.value ?? name,
        type: operation?.operation ?? "query",
        body: query,
        saved,
      });
    }
  }
  const text = `${JSON.stringify({ format, version: 1, operations }, null, 2)}\n`;
  return { text, count: entries.length - leftOut.length, leftOut };
}

function toSavedMember({ name, folder, variables }: ManifestEntry) {
  return { name, ...(folder && { folder }), ...(variables.trim() && { variables }) };
}

/** The document, or why a gateway would refuse it. */
function check(query: string, schema: GraphQLSchema | undefined): DocumentNode | string {
  try {
    const document = parse(query);
    if (firstOperation(document) === null) return "it has no operation";
    return (schema && validate(schema, document)[0]?.message) ?? document;
  } catch (error) {
    return error instanceof GraphQLError ? error.message : "it cannot be read";
  }
}

/** What a manifest holds, or a sentence that says why a text is none. */
export type ReadManifest =
  | { readonly entries: readonly ManifestEntry[]; readonly leftOut: number }
  | { readonly problem: string };

/**
 * Reads a manifest: one that the explorer has written, Apollo's, or an object from ids to documents.
 * @param folder where operations belong whose folder is not in the manifest.
 */
export function readManifest(text: string, folder: string): ReadManifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return { problem: "it is not JSON" };
  }
  if (!isObject(manifest)) return { problem: notManifest };
  const { operations, version = 1 } = manifest;
  if (Array.isArray(operations) && version !== 1) return { problem: otherVersion };
  const listed = Array.isArray(operations)
    ? operations
    : Object.entries(manifest).map(([id, body]) => ({ id, body }));
  const read = listed.map((operation) => readOperation(operation, folder));
  const entries = read.flat();
  const leftOut = read.filter(({ length }) => length === 0).length;
  return entries.length === 0 ? { problem: notManifest } : { entries, leftOut };
}

const notManifest =
  "it is no manifest of persisted operations, such as the explorer exports and Apollo's tools write";

const otherVersion =
  "it has another version of the format of manifests than the one that this explorer knows";

function readOperation(operation: unknown, folder: string): readonly ManifestEntry[] {
  if (!isObject(operation)) return [];
  const { body: query, name, saved } = operation;
  // Every document has a selection. It may have syntax errors.
  if (typeof query !== "string" || !query.includes("{")) return [];
  const own = Array.isArray(saved) ? saved.filter(isSavedMember) : [];
  const title = titleOf({ query });
  if (own.length === 0) return [{ name: toName(name) || title, folder, query, variables: "" }];
  return own.map((entry) => ({
    name: toName(entry["name"]) || title,
    folder: toName(entry["folder"]),
    query,
    variables: typeof entry["variables"] === "string" ? entry["variables"] : "",
  }));
}

/** A name as the page takes it: on one line, not blank around it, and no longer. Empty if there is none. */
function toName(value: unknown): string {
  if (typeof value !== "string") return "";
  return value
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, maxNameLength)
    .trim();
}

function isSavedMember(value: unknown): value is JsonObject {
  return isObject(value) && typeof value["name"] === "string";
}
