import { type DocumentNode, Kind } from "graphql";
import { LRUCache } from "lru-cache";
import {
  findConditions,
  type OperationOptions,
  PreparedOperation,
} from "../../execution/operation.ts";

/** A document that was found valid, with its operations by their names; one may have none. */
export interface KnownDocument {
  readonly text: string;
  readonly operations: ReadonlyMap<string | undefined, PreparedOperation>;
}

/** Memory that the remembered documents may take, about, in bytes. */
const mostBytes = 20 * 1024 * 1024;

/** What a field of a plan takes, and an operation beside its fields, about, in bytes. */
const fieldBytes = 500;
const operationBytes = 2_000;

/** The documents that were found valid, by their text, with what was prepared of them. */
export class Documents {
  readonly #options: OperationOptions;
  readonly #known = new LRUCache<string, KnownDocument>({
    maxSize: mostBytes,
    sizeCalculation: bytesOf,
  });

  constructor(options: OperationOptions) {
    this.#options = options;
  }

  find(text: string): KnownDocument | undefined {
    return this.#known.get(text);
  }

  /** Remembers a document that was found valid. */
  learn(text: string, document: DocumentNode): KnownDocument {
    const operations = new Map<string | undefined, PreparedOperation>();
    // Once for all operations: a document may have thousands.
    const conditions = findConditions(document);
    for (const definition of document.definitions) {
      // A mutation, say, that the schema does not have passes validation.
      const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
      if (!isOperation || !this.#options.schema.getRootType(definition.operation)) continue;
      const operation = new PreparedOperation(this.#options, {
        text,
        operation: definition,
        conditions,
      });
      operations.set(operation.name, operation);
    }
    const known = { text, operations };
    this.#known.set(text, known);
    return known;
  }

  /** Takes note that a document's operations have more plans. */
  weigh(document: KnownDocument): void {
    // A copy: the cache weighs no value again that it has already.
    this.#known.set(document.text, { ...document });
  }
}

/** The operation of this name; without a name, the only one. Undefined where there is none. */
export function findOperation(
  { operations }: KnownDocument,
  name: string | null,
): PreparedOperation | undefined {
  if (name !== null) return operations.get(name);
  const [only, another] = operations.values();
  return another === undefined ? only : undefined;
}

function bytesOf({ text, operations }: KnownDocument): number {
  let bytes = text.length;
  for (const { weight } of operations.values()) bytes += operationBytes + weight * fieldBytes;
  return Math.ceil(bytes);
}
