import { type GraphQLSchema, isObjectType } from "graphql";

export interface KeyRequest {
  readonly path: string;
  readonly parent: string;
  readonly key: string;
  /** The field with its arguments. Only fields with the same signature can share a key. */
  readonly signature: string;
  readonly type: string;
}

/** Types whose fragments can apply in one place. Fields of two of them can share a key only if the fields' types are equal. */
const records: ReadonlySet<string> = new Set(["Tag", "Terminal", "Node", "_Entity"]);

/** Assigns response keys so that no two fields conflict. */
export class ResponseKeys {
  readonly #schema: GraphQLSchema;
  readonly #isByPath: boolean;
  readonly #taken = new Map<string, KeyRequest[]>();

  /** @param isByPath whether keys are distinct only within a path. Otherwise a type's fields have the same keys everywhere. */
  constructor(schema: GraphQLSchema, isByPath: boolean) {
    this.#schema = schema;
    this.#isByPath = isByPath;
  }

  /** Assigns the requested key, with a number added if another field has taken it and cannot share it. */
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
