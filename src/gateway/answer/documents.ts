import { type DocumentNode, Kind, Source } from "graphql";
import { LRUCache } from "lru-cache";
import { Operation, type OperationOptions } from "../../execution/operation.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import { bytesOfString } from "../base/collections/memory-size.ts";
import type { OperationRequest } from "./request/members.ts";

/**
 * The operations of a document, by name. The only operation of a document may have no name. Null: its kind is one
 * that the schema lacks, such as a mutation. Validation accepts it.
 */
type Operations = ReadonlyMap<string | undefined, Operation | null>;

/** Maximum memory for documents and for plans, in bytes, approximately. */
const maxDocumentBytes = 4 * 1024 * 1024;
const maxPlanBytes = 10 * 1024 * 1024;

/** The valid documents that are remembered, with the plans of their operations. */
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

  /** Finds an operation; undefined if its document is not remembered, or has no such operation that the schema has. */
  find({ query, operationName }: OperationRequest): Operation | undefined {
    const operations = this.#remembered.get(query);
    return operations && choose(operations, operationName);
  }

  /** Remembers a valid document. Returns the operation that the request names; undefined if there is none. */
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

  /** Returns the plan for an operation with these variables, or prepares it. @param document the parsed document, if it is new. */
  planFor(operation: Operation, variables: Variables, document?: DocumentNode): OperationPlan {
    const cacheKey = operation.planCacheKeyFor(variables);
    const known = this.#plans.get(cacheKey);
    if (known !== undefined) return known;
    const plan = operation.prepare(variables, document);
    this.#plans.set(cacheKey, plan);
    return plan;
  }
}

/** The operation of this name; without a name, the only operation. Those that the schema lacks count too, but are not chosen. */
function choose(operations: Operations, name: string | null): Operation | undefined {
  if (name !== null) return operations.get(name) ?? undefined;
  const [only] = operations.values();
  return operations.size === 1 ? (only ?? undefined) : undefined;
}
