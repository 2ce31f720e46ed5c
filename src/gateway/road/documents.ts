import { type DocumentNode, Kind, Source } from "graphql";
import { LRUCache } from "lru-cache";
import { Operation, type OperationOptions } from "../../execution/operation.ts";
import type { OperationPlan, Variables } from "../../execution/plan.ts";

/** The operations of a document that was found valid, by their names; one may have none. */
export type KnownDocument = ReadonlyMap<string | undefined, Operation>;

/** Memory that the remembered documents may take, and that the plans may, about, in bytes. */
const mostDocumentBytes = 4 * 1024 * 1024;
const mostPlanBytes = 10 * 1024 * 1024;

/** The documents that were found valid, by their text, and what was prepared of them. */
export class Documents {
  readonly #options: OperationOptions;
  readonly #known = new LRUCache<string, KnownDocument>({
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

  find(text: string): KnownDocument | undefined {
    return this.#known.get(text);
  }

  /** Remembers a document that was found valid. */
  learn(text: string, document: DocumentNode): KnownDocument {
    const source = new Source(text);
    const operations = new Map<string | undefined, Operation>();
    for (const definition of document.definitions) {
      // A mutation, say, that the schema does not have passes validation.
      const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
      if (!isOperation || !this.#options.schema.getRootType(definition.operation)) continue;
      operations.set(definition.name?.value, new Operation(this.#options, definition, source));
    }
    this.#known.set(text, operations);
    return operations;
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

/** The operation of this name; without a name, the only one. Undefined where there is none. */
export function findOperation(
  operations: KnownDocument,
  name: string | null,
): Operation | undefined {
  if (name !== null) return operations.get(name);
  const [only, another] = operations.values();
  return another === undefined ? only : undefined;
}
