import { createHash } from "node:crypto";
import { type GraphQLSchema, Kind, parse, validate } from "graphql";
import { LRUCache } from "lru-cache";
import { isJsonObject, type JsonObject } from "../../registry-client/json-values.ts";
import { bytesOfString } from "../base/collections/memory-size.ts";
import { FileError } from "../base/watched-file.ts";
import type { Bearer } from "../keys/token.ts";
import { type RefusedError, refusal } from "./refusals.ts";

/** The registered documents that are in force. */
export interface RegisteredDocuments {
  readonly byId: ReadonlyMap<string, string>;
  readonly texts: ReadonlySet<string>;
}

export interface PersistedOperationsOptions {
  readonly registered: { readonly current: RegisteredDocuments };
  readonly allowsOnlyRegistered: boolean;
}

/** The id of a document, without the prefix `sha256:` that GraphQL over HTTP gives to hashes. */
function toDocumentId(id: string): string {
  return id.replace(/^sha256:/, "");
}

const maxDocuments = 1000;
const maxDocumentBytes = 4 * 1024 * 1024;

/**
 * Documents that requests can name instead of sending them. The documents of a manifest are found
 * by id, and those that clients have sent before by SHA-256 (automatic persisted queries).
 */
export class PersistedOperations {
  readonly #options: PersistedOperationsOptions;
  readonly #remembered = new LRUCache<string, string>({
    max: maxDocuments,
    maxSize: maxDocumentBytes,
    sizeCalculation: (text, id) => bytesOfString(text) + bytesOfString(id),
  });

  constructor(options: PersistedOperationsOptions) {
    this.#options = options;
  }

  /** Another object as soon as other documents are in force. */
  get registered(): RegisteredDocuments {
    return this.#options.registered.current;
  }

  /**
   * Replaces the id or hash in `documentId` or `extensions.persistedQuery` with the document. Some
   * bearers can run registered documents only, though others are not bound to them.
   * @throws RefusedError 200 `PERSISTED_QUERY_NOT_FOUND` or `PERSISTED_QUERY_NOT_SUPPORTED`, 400
   * `PERSISTED_QUERY_HASH_MISMATCH`, `PERSISTED_QUERY_NOT_IN_LIST` or `QUERY_NOT_IN_SAFELIST`.
   */
  expand(members: JsonObject, bearer?: Bearer): JsonObject {
    const id = readId(members);
    const allowsOnlyRegistered = this.#allowsOnlyRegistered(bearer);
    if (id !== undefined) {
      // No other extension is read.
      const { query = null, documentId: _, extensions: __, ...others } = members;
      return { ...others, query: this.#find(id, query, allowsOnlyRegistered) };
    }
    const { query } = members;
    if (allowsOnlyRegistered && typeof query === "string" && !this.isRegistered(query)) {
      const message = `${registeredOnly}, and this is not one of them.`;
      throw refusal(400, "QUERY_NOT_IN_SAFELIST", message);
    }
    return members;
  }

  isRegistered(text: string): boolean {
    return this.registered.texts.has(text);
  }

  /** Remembers a document by its hash. Call it only when it is known to be valid. */
  remember(members: JsonObject): void {
    const { query } = members;
    const id = readId(members);
    if (id === undefined || typeof query !== "string" || this.registered.byId.has(id)) return;
    this.#remembered.set(id, query);
  }

  #allowsOnlyRegistered(bearer: Bearer | undefined): boolean {
    return this.#options.allowsOnlyRegistered || bearer?.onlyRegistered === true;
  }

  #find(id: string, query: unknown, allowsOnlyRegistered: boolean): string {
    const registered = this.registered.byId.get(id);
    if (registered !== undefined) {
      if (query !== null && query !== registered) throw mismatch();
      return registered;
    }
    if (allowsOnlyRegistered) {
      const message = `${registeredOnly}, and none has this id.`;
      throw refusal(400, "PERSISTED_QUERY_NOT_IN_LIST", message);
    }
    if (typeof query === "string") {
      if (createHash("sha256").update(query).digest("hex") !== id) throw mismatch();
      return query;
    }
    const remembered = this.#remembered.get(id);
    if (remembered !== undefined) return remembered;
    // Clients recognize this code or this exact message, and then send the document.
    throw refusal(200, "PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound");
  }
}

const registeredOnly = "This gateway runs registered operations only";

function mismatch(): RefusedError {
  const message = "The document is not the one that its hash or id names.";
  return refusal(400, "PERSISTED_QUERY_HASH_MISMATCH", message);
}

function readId({ documentId, extensions }: JsonObject): string | undefined {
  if (typeof documentId === "string") return toDocumentId(documentId);
  const { persistedQuery = null } = isJsonObject(extensions) ? extensions : {};
  if (persistedQuery === null) return undefined;
  const { version, sha256Hash } = isJsonObject(persistedQuery) ? persistedQuery : {};
  if (version === 1 && typeof sha256Hash === "string") return sha256Hash;
  throw refusal(200, "PERSISTED_QUERY_NOT_SUPPORTED", "PersistedQueryNotSupported");
}

interface ManifestOperation {
  readonly id: string;
  readonly name: string | undefined;
  readonly document: string;
}

/**
 * Parses a manifest of persisted operations. Returns its documents by id. The manifest may have
 * Apollo's format (`operations`, each with `id`, `name` and `body`), or be an object from id to
 * document, as the Relay compiler and GraphQL Code Generator write it.
 * @param valid documents that are known to be valid: to validate hundreds takes long.
 * @throws FileError if it has another format, the same id twice, or an operation that is not
 * valid in the schema.
 */
export function parseManifest(
  text: string,
  schema: GraphQLSchema,
  valid: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const operations = readOperations(text);
  const unknown = operations.filter(({ document }) => !valid.has(document));
  const mistakes = unknown.flatMap((operation) =>
    findMistakes(operation, schema).map((mistake) => `${describe(operation)}: ${mistake}`),
  );
  const documents = new Map<string, string>();
  for (const { id, document } of operations) {
    const documentId = toDocumentId(id);
    if (documents.has(documentId)) mistakes.push(`${id}: is given twice`);
    documents.set(documentId, document);
  }
  if (mistakes.length > 0) throw new FileError(mistakes.join("\n"));
  return documents;
}

function readOperations(text: string): readonly ManifestOperation[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new FileError("the manifest is not JSON");
  }
  if (!isJsonObject(manifest)) throw new FileError("the manifest is not a JSON object");
  const { format, version = 1, operations } = manifest;
  if (format === undefined && !Array.isArray(operations)) {
    return Object.entries(manifest).map(([id, body]) => readOperation({ id, body }));
  }
  if (format !== "apollo-persisted-query-manifest" || !Array.isArray(operations)) {
    throw new FileError("the manifest has an unknown format");
  }
  if (version !== 1) {
    const found = JSON.stringify(version);
    throw new FileError(
      `the manifest has version ${found} of its format, and this version of tapgraph knows 1`,
    );
  }
  return operations.map(readOperation);
}

function readOperation(operation: unknown, index = 0): ManifestOperation {
  const { id, name, body } = isJsonObject(operation) ? operation : {};
  if (typeof id !== "string" || id === "") throw new FileError(`operation ${index + 1} has no id`);
  if (typeof body !== "string") throw new FileError(`operation ${id} has no document`);
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
