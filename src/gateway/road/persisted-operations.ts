import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { isJsonObject } from "../../upstream/decode.ts";

/** Which operations are known by name, and whether any other may be run. */
export interface PersistedOperationsOptions {
  /** The registered documents, by the ids that clients send. */
  readonly manifest: ReadonlyMap<string, string>;
  /** Whether anything but a registered document is refused. */
  readonly only: boolean;
}

/** A request as GraphQL over HTTP has it: its members in a JSON body, or in the query of an address. */
export interface GraphqlRequest {
  readonly method: string;
  /** With its leading `?`, or empty. */
  readonly search: string;
  readonly body: unknown;
}

/** A request with the document that it names in its place. */
export interface ExpandedRequest extends GraphqlRequest {
  /** To be called when the document turned out to be a valid one; null where there is nothing to remember. */
  readonly remember: (() => void) | null;
}

/** A persisted operation that cannot be run, as the caller is told. */
export class PersistedOperationError extends Error {
  override readonly name = "PersistedOperationError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The id as it is looked up: GraphQL over HTTP writes a hash as `sha256:` and the hash. */
export function toDocumentId(id: string): string {
  return id.replace(/^sha256:/, "");
}

/** Documents that clients had remembered by their hash, and the text that these may have together, in characters. */
const mostDocuments = 1000;
const mostCharacters = 4 * 1024 * 1024;

/**
 * Documents that requests name instead of carrying them: those of a manifest, by id, and those that clients have had
 * remembered by their SHA-256 (automatic persisted queries).
 */
export class PersistedOperations {
  readonly #manifest: ReadonlyMap<string, string>;
  readonly #registered: ReadonlySet<string>;
  readonly #only: boolean;
  readonly #remembered = new LRUCache<string, string>({
    max: mostDocuments,
    maxSize: mostCharacters,
    sizeCalculation: (text) => text.length,
  });

  constructor({ manifest, only }: PersistedOperationsOptions) {
    this.#manifest = manifest;
    this.#registered = new Set(manifest.values());
    this.#only = only;
  }

  /**
   * A request that names its document, by `documentId` or `extensions.persistedQuery`, with the document itself; null for any
   * other.
   * @throws PersistedOperationError for a name that is not known, and for whatever may not be run.
   */
  expand(request: GraphqlRequest): ExpandedRequest | null {
    const members = readMembers(request);
    if (members === null) return null;
    const { id, query } = members;
    if (id === undefined) {
      this.#check(query);
      return null;
    }
    const text = this.#find(id, query);
    const isNew = text === query && !this.#manifest.has(id);
    return {
      ...writeDocument(request, text),
      remember: isNew ? () => void this.#remembered.set(id, text) : null,
    };
  }

  #check(query: unknown): void {
    if (!this.#only || typeof query !== "string" || this.#registered.has(query)) return;
    throw new PersistedOperationError(
      400,
      "QUERY_NOT_IN_SAFELIST",
      "This gateway runs registered operations only, and this is none of them.",
    );
  }

  #find(id: string, query: unknown): string {
    const registered = this.#manifest.get(id);
    if (registered !== undefined) {
      if (query !== undefined && query !== registered) throw mismatch();
      return registered;
    }
    if (this.#only) {
      throw new PersistedOperationError(
        400,
        "PERSISTED_QUERY_NOT_IN_LIST",
        "This gateway runs registered operations only, and none has this id.",
      );
    }
    if (typeof query === "string") {
      if (createHash("sha256").update(query).digest("hex") !== id) throw mismatch();
      return query;
    }
    const remembered = this.#remembered.get(id);
    if (remembered !== undefined) return remembered;
    // Clients know this code, or this very message, and send the document along.
    throw new PersistedOperationError(200, "PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound");
  }
}

function mismatch(): PersistedOperationError {
  return new PersistedOperationError(
    400,
    "PERSISTED_QUERY_HASH_MISMATCH",
    "The document is not the one that its hash or id names.",
  );
}

/** What a request says of its document; null for what is no GraphQL request, which others refuse. */
function readMembers({ method, search, body }: GraphqlRequest) {
  const members = method === "GET" ? readSearch(search) : body;
  if (!isJsonObject(members)) return null;
  const { query, documentId, extensions } = members;
  return { query: query ?? undefined, id: readId(documentId, extensions) };
}

function readSearch(search: string) {
  const parameters = new URLSearchParams(search);
  return {
    query: parameters.get("query"),
    documentId: parameters.get("documentId"),
    extensions: parseJson(parameters.get("extensions")),
  };
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readId(documentId: unknown, extensions: unknown): string | undefined {
  if (typeof documentId === "string") return toDocumentId(documentId);
  const persisted = isJsonObject(extensions) ? extensions["persistedQuery"] : undefined;
  if (!isJsonObject(persisted)) return undefined;
  const { version, sha256Hash } = persisted;
  if (version === 1 && typeof sha256Hash === "string") return sha256Hash;
  throw new PersistedOperationError(
    200,
    "PERSISTED_QUERY_NOT_SUPPORTED",
    "PersistedQueryNotSupported",
  );
}

/** The request with its document, and without the names of it. */
function writeDocument(request: GraphqlRequest, text: string): GraphqlRequest {
  const { method, search, body } = request;
  if (method !== "GET") {
    const { documentId: _, extensions, ...members } = isJsonObject(body) ? body : {};
    const others = withoutPersistedQuery(extensions);
    return {
      method,
      search,
      body: { ...members, query: text, ...(others && { extensions: others }) },
    };
  }
  const parameters = new URLSearchParams(search);
  const others = withoutPersistedQuery(parseJson(parameters.get("extensions")));
  parameters.set("query", text);
  parameters.delete("documentId");
  parameters.delete("extensions");
  if (others !== undefined) parameters.set("extensions", JSON.stringify(others));
  return { method, search: `?${parameters}`, body };
}

/** The other extensions of a request; undefined where there are none. */
function withoutPersistedQuery(extensions: unknown): object | undefined {
  if (!isJsonObject(extensions)) return undefined;
  const { persistedQuery: _, ...others } = extensions;
  return Object.keys(others).length > 0 ? others : undefined;
}
