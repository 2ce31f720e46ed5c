import { type DocumentNode, Kind, Source } from "graphql";
import { LRUCache } from "lru-cache";
import { Operation, type OperationOptions } from "../../execution/operation.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import { bytesOfString, bytesOfValue } from "../base/collections/memory-size.ts";
import { copyText, type OperationRequest } from "./read-request.ts";
import type { Asked } from "./request.ts";

/**
 * The operations of a document, by name. The only operation of a document may have no name. Null:
 * its kind is one that the schema lacks, such as a mutation. Validation accepts it.
 */
type Operations = ReadonlyMap<string | undefined, Operation | null>;

const maxDocumentBytes = 4 * 1024 * 1024;
const maxPlanBytes = 10 * 1024 * 1024;

export class Documents {
  readonly #options: OperationOptions;
  readonly #remembered = new LRUCache<string, Operations>({
    maxSize: maxDocumentBytes,
    sizeCalculation: (operations, text) =>
      operations
        .values()
        .reduce((bytes, operation) => bytes + (operation?.bytes ?? 0), bytesOfString(text)),
  });
  readonly #plans = new LRUCache<string, OperationPlan>({
    maxSize: maxPlanBytes,
    // A plan keeps its document's text, which may be forgotten otherwise.
    sizeCalculation: ({ bytes, source }, cacheKey) =>
      bytes + bytesOfString(source.body) + bytesOfString(cacheKey),
  });

  constructor(options: OperationOptions) {
    this.#options = options;
  }

  /** Undefined if its document is not remembered, or has no such operation that the schema has. */
  find({ query, operationName }: OperationRequest): Operation | undefined {
    const operations = this.#remembered.get(query);
    return operations && choose(operations, operationName);
  }

  remember(
    { query, operationName }: OperationRequest,
    document: DocumentNode,
  ): Operation | undefined {
    const source = new Source(query);
    const operations = new Map<string | undefined, Operation | null>();
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      const isExecutable = this.#options.schema.getRootType(definition.operation);
      const operation = isExecutable
        ? new Operation(this.#options, definition, source, document.tokenCount)
        : null;
      operations.set(definition.name?.value, operation);
    }
    this.#remembered.set(query, operations);
    return choose(operations, operationName);
  }

  planFor(operation: Operation, variables: Variables, document?: DocumentNode): OperationPlan {
    const cacheKey = operation.planCacheKeyFor(variables);
    const known = this.#plans.get(cacheKey);
    if (known !== undefined) return known;
    const plan = operation.prepare(variables, document);
    this.#plans.set(cacheKey, plan);
    return plan;
  }
}

/** Those that the schema lacks count too, but are not chosen. */
function choose(operations: Operations, name: string | null): Operation | undefined {
  if (name !== null) return operations.get(name) ?? undefined;
  const [only] = operations.values();
  return operations.size === 1 ? (only ?? undefined) : undefined;
}

export interface PreparedRequest {
  readonly operation: Operation;
  readonly variables: Variables;
  /** Requests with the same operation and variables, as they were sent, can share a response. */
  readonly cacheKey: string;
  readonly isLong: boolean;
}

const maxParametersBytes = 8 * 1024 * 1024;
const maxParametersLength = 8 * 1024;

type Parameters = Pick<Asked, "method" | "path" | "body">;

const entryBytes = 500;

const maxSeenOnce = 256;

/**
 * Remembers what requests ask to execute, by their parameters as they were sent, so that the same
 * ones are parsed, checked and named only once. Premise: what parameters mean depends on nothing
 * else. What a caller accepts, and its key, come with the headers.
 *
 * Parameters are kept when they come for the second time. Many clients send other variables each
 * time, and to keep those would cost more than it saves.
 */
export class PreparedRequests {
  readonly #remembered = new LRUCache<string, PreparedRequest>({
    maxSize: maxParametersBytes,
    // Parameters may name their document by a hash, and the operation keeps it.
    sizeCalculation: ({ operation, variables, cacheKey }, parameters) =>
      entryBytes +
      operation.bytes +
      bytesOfString(operation.source.body) +
      bytesOfString(parameters) +
      bytesOfString(cacheKey) +
      bytesOfValue(variables),
  });

  readonly #seenOnce = new Set<string>();

  find(request: Parameters): PreparedRequest | undefined {
    return this.#remembered.get(parametersOf(request));
  }

  remember(request: Parameters, prepared: PreparedRequest): void {
    const found = parametersOf(request);
    if (found.length > maxParametersLength) return;
    // V8 keeps an entire URL for a part of it.
    const parameters = request.method === "GET" ? copyText(found) : found;
    if (this.#seenOnce.delete(parameters)) {
      this.#remembered.set(parameters, prepared);
      return;
    }
    if (this.#seenOnce.size === maxSeenOnce) this.#seenOnce.clear();
    this.#seenOnce.add(parameters);
  }
}

/**
 * The parameters of a request: its body, or the query of its URL. No body begins with a question
 * mark, because it is JSON.
 */
function parametersOf({ method, path, body }: Parameters): string {
  return method === "GET" ? path.slice(path.indexOf("?")) : body;
}
