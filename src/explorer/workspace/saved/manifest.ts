import { type GraphQLSchema, parse, validate } from "graphql";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { isObject } from "../../connect/json.ts";
import { findOperation } from "../../query/operations.ts";
import { titleOf } from "../title.ts";
import { maxNameLength, newId, type SavedName } from "./operation.ts";

export type ManifestEntry = SavedName & RequestText;

/**
 * Writes the manifest of persisted operations that `PERSISTED_OPERATIONS` takes. A document that
 * was saved several times is in it once, because its id is its hash. Its member `saved`, which only
 * the explorer reads, has the names, folders and variables. Left out are operations with which a
 * gateway would not start.
 */
export async function writeManifest(
  entries: readonly ManifestEntry[],
  schema: GraphQLSchema | undefined,
) {
  const leftOut: { readonly name: string; readonly reason: string }[] = [];
  const operations: object[] = [];
  for (const [query, same] of Map.groupBy(entries, (entry) => entry.query)) {
    const name = same[0]?.name ?? "";
    try {
      const operation = readValid(query, schema);
      operations.push({
        id: await hash(query),
        name: operation.name?.value ?? name,
        type: operation.operation,
        body: query,
        saved: same.map((entry) => ({
          name: entry.name,
          ...(entry.folder && { folder: entry.folder }),
          ...(entry.variables && { variables: entry.variables }),
        })),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      leftOut.push(...same.map((entry) => ({ name: entry.name, reason })));
    }
  }
  const manifest = { format: "apollo-persisted-query-manifest", version: 1, operations };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  return { text, count: entries.length - leftOut.length, leftOut };
}

function readValid(query: string, schema: GraphQLSchema | undefined) {
  const document = parse(query);
  const operation = findOperation(document);
  if (operation === null) throw new Error("it has no operation");
  const [mistake] = schema ? validate(schema, document) : [];
  if (mistake) throw mistake;
  return operation;
}

/** The SHA-256. Browsers have none over plain HTTP; any other id serves a gateway, too. */
async function hash(text: string): Promise<string> {
  const { subtle }: { readonly subtle?: typeof crypto.subtle } = crypto;
  if (subtle === undefined) return newId();
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Reads a manifest: one that the explorer has written, Apollo's, or an object from ids to
 * documents. Gives a sentence if a text is none.
 * @param folder where operations belong whose folder is not in the manifest.
 */
export function readManifest(text: string, folder: string) {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return { problem: "it is not JSON" };
  }
  const listed =
    isObject(manifest) && Array.isArray(manifest["operations"])
      ? manifest["operations"]
      : Object.entries(isObject(manifest) ? manifest : {}).map(([id, body]) => ({ id, body }));
  const read = listed.map((operation) => readOperation(operation, folder));
  const entries = read.flat();
  const leftOut = read.filter(({ length }) => length === 0).length;
  return entries.length === 0 ? { problem: notManifest } : { entries, leftOut };
}

const notManifest =
  "it is no manifest of persisted operations, such as the explorer exports and Apollo's tools write";

function readOperation(operation: unknown, folder: string): readonly ManifestEntry[] {
  if (!isObject(operation)) return [];
  const { body: query, name, saved } = operation;
  // Every document has a selection. It may have syntax errors.
  if (typeof query !== "string" || !query.includes("{")) return [];
  const own = Array.isArray(saved) ? saved.filter(isObject) : [];
  return (own.length === 0 ? [{ name, folder }] : own).map((entry) => ({
    name: toName(entry["name"]) || titleOf({ query }),
    folder: toName(entry["folder"]),
    query,
    variables: typeof entry["variables"] === "string" ? entry["variables"] : "",
  }));
}

/** A name on one line, not blank around it, and not too long. Empty if there is none. */
function toName(value: unknown): string {
  if (typeof value !== "string") return "";
  const line = value.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  return line.slice(0, maxNameLength);
}
