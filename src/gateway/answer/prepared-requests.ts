import { LRUCache } from "lru-cache";
import type { Operation } from "../../execution/operation.ts";
import type { Variables } from "../../execution/plan.ts";
import { bytesOfString, bytesOfValue } from "../base/collections/memory-size.ts";
import type { GraphqlRequest } from "./request/graphql-request.ts";
import { copyText } from "./request/members.ts";

/** What the parameters of a request ask to execute, once they have been found valid. */
export interface PreparedRequest {
  readonly operation: Operation;
  readonly variables: Variables;
  /** The operation with its variables as they were sent: requests with the same one can share a response. */
  readonly cacheKey: string;
}

/** Maximum memory of all that is remembered, in bytes, approximately, and maximum length of the parameters of a request, in UTF-16 units. */
const maxBytes = 8 * 1024 * 1024;
const maxLength = 8 * 1024;

/** What an entry takes besides the operation, the variables and the texts. */
const entryBytes = 500;

/** How many different parameters may come until those that came only once are forgotten. */
const maxSeenOnce = 256;

/**
 * Remembers what requests ask to execute, by their parameters as they were sent, so that the same ones are parsed, checked and named
 * only once. Premise: what parameters mean depends on nothing else. What a caller accepts, and its key, come with the headers.
 *
 * Parameters are kept when they come for the second time. Many clients send other variables each time, and to keep those would cost
 * more than it saves.
 */
export class PreparedRequests {
  readonly #remembered = new LRUCache<string, PreparedRequest>({
    maxSize: maxBytes,
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

  find(request: GraphqlRequest): PreparedRequest | undefined {
    return this.#remembered.get(parametersOf(request));
  }

  remember(request: GraphqlRequest, prepared: PreparedRequest): void {
    const found = parametersOf(request);
    if (found.length > maxLength) return;
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

/** The parameters of a request: its body, or the query of its URL. No body begins with a question mark, because it is JSON. */
function parametersOf({ method, path, body }: GraphqlRequest): string {
  return method === "GET" ? path.slice(path.indexOf("?")) : body;
}
