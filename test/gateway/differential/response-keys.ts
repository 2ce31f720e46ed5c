import { type GraphQLSchema, isObjectType } from "graphql";

/** A field that wants a key in its object. */
export interface KeyRequest {
  /** Where the object stands, by the keys that lead there. */
  readonly path: string;
  readonly parent: string;
  readonly key: string;
  /** The field with its arguments: only equal ones can share a key. */
  readonly signature: string;
  readonly type: string;
}

/** Types that one object may have by different fragments: fields of two of them can share a key if their types are equal. */
const records: ReadonlySet<string> = new Set(["Tag", "Terminal", "Node", "_Entity"]);

/** Gives fields their keys so that no two conflict. */
export class ResponseKeys {
  readonly #schema: GraphQLSchema;
  readonly #isByPath: boolean;
  readonly #taken = new Map<string, KeyRequest[]>();

  /** @param isByPath whether each place has keys of its own; otherwise a type's fields have the same keys everywhere. */
  constructor(schema: GraphQLSchema, isByPath: boolean) {
    this.#schema = schema;
    this.#isByPath = isByPath;
  }

  /** The key wanted; or, where a field that cannot share it has it, that key with a number. */
  take(request: KeyRequest): string {
    const group = records.has(request.parent) ? "record" : request.parent;
    for (let number = 1; ; number += 1) {
      const key = number === 1 ? request.key : `${request.key}_${number}`;
      const name = `${this.#isByPath ? request.path : ""} ${group} ${key}`;
      const others = this.#taken.get(name) ?? [];
      if (!others.every((other) => this.#canShare(request, other))) continue;
      this.#taken.set(name, [...others, request]);
      return key;
    }
  }

  #canShare(one: KeyRequest, other: KeyRequest): boolean {
    if (one.signature === other.signature && one.type === other.type) return true;
    return this.#areApart(one.parent, other.parent) && one.type === other.type;
  }

  #areApart(one: string, other: string): boolean {
    const isObject = (name: string) => isObjectType(this.#schema.getType(name));
    return one !== other && isObject(one) && isObject(other);
  }
}
