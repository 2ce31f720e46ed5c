import { type GraphQLSchema, Kind, parse, validate } from "graphql";
import { isJsonObject } from "../../../registry-client/json-values.ts";
import { toDocumentId } from "./persisted-operations.ts";

/** A manifest has mistakes. The message has a line for each, with the operation's name or id. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}

interface ManifestOperation {
  readonly id: string;
  /** Its name in the manifest; undefined if it has only an id. */
  readonly name: string | undefined;
  readonly document: string;
}

/**
 * Parses a manifest of persisted operations. Returns its documents by id. The manifest may have Apollo's format (`operations`, each
 * with `id`, `name` and `body`), or be an object from id to document, as the Relay compiler and GraphQL Code Generator write it.
 * @throws ManifestError if it has another format, the same id twice, or an operation that is not valid in the schema.
 */
export function parseManifest(text: string, schema: GraphQLSchema): ReadonlyMap<string, string> {
  const operations = readOperations(text);
  const mistakes = operations.flatMap((operation) =>
    findMistakes(operation, schema).map((mistake) => `${describe(operation)}: ${mistake}`),
  );
  const documents = new Map<string, string>();
  for (const { id, document } of operations) {
    const documentId = toDocumentId(id);
    if (documents.has(documentId)) mistakes.push(`${id}: is given twice`);
    documents.set(documentId, document);
  }
  if (mistakes.length > 0) throw new ManifestError(mistakes.join("\n"));
  return documents;
}

function readOperations(text: string): readonly ManifestOperation[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new ManifestError("the manifest is not JSON");
  }
  if (!isJsonObject(manifest)) throw new ManifestError("the manifest is not a JSON object");
  const { format, version = 1, operations } = manifest;
  if (format === undefined && !Array.isArray(operations)) {
    return Object.entries(manifest).map(([id, body]) => readOperation({ id, body }));
  }
  if (format !== "apollo-persisted-query-manifest" || !Array.isArray(operations)) {
    throw new ManifestError("the manifest has an unknown format");
  }
  if (version !== 1) {
    const found = JSON.stringify(version);
    throw new ManifestError(
      `the manifest has version ${found} of its format, and this version of tapgraph knows 1`,
    );
  }
  return operations.map(readOperation);
}

function readOperation(operation: unknown, index = 0): ManifestOperation {
  const { id, name, body } = isJsonObject(operation) ? operation : {};
  if (typeof id !== "string" || id === "")
    throw new ManifestError(`operation ${index + 1} has no id`);
  if (typeof body !== "string") throw new ManifestError(`operation ${id} has no document`);
  return { id, name: typeof name === "string" ? name : undefined, document: body };
}

function findMistakes({ document }: ManifestOperation, schema: GraphQLSchema): readonly string[] {
  try {
    const parsed = parse(document);
    const kinds = parsed.definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? [definition.operation] : [],
    );
    if (kinds.length === 0) return ["has no operation"];
    const unsupported = kinds.find((kind) => !schema.getRootType(kind));
    if (unsupported !== undefined) return [`is a ${unsupported}, and the schema has none`];
    return validate(schema, parsed).map(({ message }) => message);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function describe({ id, name, document }: ManifestOperation): string {
  const known = name ?? /\b(?:query|mutation|subscription)\s+(\w+)/.exec(document)?.[1];
  return known === undefined ? id : `${known} (${id})`;
}
