import { type DocumentNode, Kind, Source } from "graphql";
import { LRUCache } from "lru-cache";
import { Operation, type OperationOptions } from "../../execution/operation.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";
import type { OperationRequest } from "./members.ts";

/** The operations of a document, by their names; one may have none. */
type Operations = ReadonlyMap<string | undefined, Operation>;

/** Memory that the remembered documents may take, and that the plans may, about, in bytes. */
const mostDocumentBytes = 4 * 1024 * 1024;
const mostPlanBytes = 10 * 1024 * 1024;

/** The documents that were found valid, by their text, and what was prepared of them. */
export class Documents {
  readonly #options: OperationOptions;
  readonly #known = new LRUCache<string, Operations>({
    maxSize: mostDocumentBytes,
    sizeCalculation: (operations, text) =>
      operations.values().reduce((bytes, operation) => bytes + operation.bytes, text.length),
  });
  readonly #plans = new LRUCache<string, OperationPlan, () => Promise<OperationPlan>>({
    maxSize: mostPlanBytes,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: (_name, _stale, { context: prepare }) => prepare(),
    // Somebody waits for a plan although others have taken its place meanwhile.
    ignoreFetchAbort: true,
  });

  constructor(options: OperationOptions) {
    this.#options = options;
  }

  /** The operation that is asked for; undefined: its document is not known, or has none of this name. */
  find({ query, operationName }: OperationRequest): Operation | undefined {
    const operations = this.#known.get(query);
    return operations && choose(operations, operationName);
  }

  /** Remembers the document of a request, which was found valid; gives the operation that is asked for. */
  learn({ query, operationName }: OperationRequest, document: DocumentNode): Operation | undefined {
    const source = new Source(query);
    const operations = new Map<string | undefined, Operation>();
    for (const definition of document.definitions) {
      // A mutation, say, that the schema does not have passes validation.
      const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
      if (!isOperation || !this.#options.schema.getRootType(definition.operation)) continue;
      operations.set(definition.name?.value, new Operation(this.#options, definition, source));
    }
    this.#known.set(query, operations);
    return choose(operations, operationName);
  }

  /** The plan for an operation with these variables; it is made when it is first needed, of the document if that is at hand. */
  planFor(
    operation: Operation,
    variables: Variables,
    document?: DocumentNode,
  ): OperationPlan | Promise<OperationPlan> {
    const name = operation.planNameFor(variables);
    const prepare = () => operation.prepare(variables, document);
    return this.#plans.get(name) ?? this.#plans.forceFetch(name, { context: prepare });
  }
}

/** The operation of this name; without a name, the only one. */
function choose(operations: Operations, name: string | null): Operation | undefined {
  if (name !== null) return operations.get(name);
  const [only, another] = operations.values();
  return another === undefined ? only : undefined;
}
