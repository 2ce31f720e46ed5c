import { coordinateOf, FieldError, notAnError, type PathStep, sortErrors } from "./field-error.ts";
import { append, type Json, PendingJson, toPiece } from "./json.ts";
import type { FieldPlan, ObjectPlan, OperationPlan, TypePlan, Variables } from "./plan.ts";

interface ExecutionOutcome {
  /** As JSON. Long data is in pieces, each with as many bytes as its length. */
  readonly data: string | readonly (string | Buffer)[];
  /** In the order of the data, unless they are too many to be sorted. */
  readonly errors: readonly FieldError[];
}

export interface WritingLimits {
  readonly maxLength: number;
  /**
   * Called when more has been written, and values are still awaited.
   * @param length in characters, and as much as errors take.
   */
  onWritten?(length: number): void;
  /** Called again with each further part. */
  onTooLong(): void;
}

export class DataTooLongError extends Error {
  override readonly name = "DataTooLongError";
}

interface ExecutionInput {
  readonly context: unknown;
  readonly variables: Variables;
  /** For a subscription, the event. @default undefined */
  readonly root?: unknown;
  readonly limits: WritingLimits;
}

/**
 * Executes a prepared operation. Sibling fields are resolved concurrently, as the specification
 * allows for queries.
 * @throws DataTooLongError
 */
export function executePlan(
  plan: OperationPlan,
  input: ExecutionInput,
): ExecutionOutcome | Promise<ExecutionOutcome> {
  return new Execution(plan, input).run();
}

// While values are awaited, `onWritten` is called again after this many more characters.
const minToldLength = 16 * 1024;

// In characters that are written and take as much memory.
const lengthOfError = 500;

type ListPlan = Extract<TypePlan, { readonly kind: "list" }>;
type AbstractPlan = Extract<TypePlan, { readonly kind: "abstract" }>;

class Execution {
  readonly #plan: OperationPlan;
  readonly #input: ExecutionInput;
  /** Steps beyond the current depth are left over from another value. */
  #path: PathStep[] = [];
  readonly #fieldErrors: FieldError[] = [];
  #awaitedCount = 0;
  #data: Json = "";
  #finished: PromiseWithResolvers<ExecutionOutcome> | undefined;
  #length = 0;
  #toldLength = 0;

  constructor(plan: OperationPlan, input: ExecutionInput) {
    this.#plan = plan;
    this.#input = input;
  }

  run(): ExecutionOutcome | Promise<ExecutionOutcome> {
    this.#data = this.#writeRoot();
    if (this.#awaitedCount === 0) return this.#toOutcome();
    this.#tellLength();
    this.#finished = Promise.withResolvers();
    return this.#finished.promise;
  }

  #finish(): void {
    // A closure that held the data in place of this was seen to survive young collections with all
    // that the request had used.
    try {
      this.#finished?.resolve(this.#toOutcome());
    } catch (error) {
      this.#finished?.reject(error);
    }
  }

  get #isTooLong(): boolean {
    return this.#length > this.#input.limits.maxLength;
  }

  #countLength(length: number): void {
    this.#length += length;
    if (this.#isTooLong) this.#input.limits.onTooLong();
  }

  #writeRoot(): Json {
    try {
      return this.#writeObject(this.#plan.root, this.#input.root, true, 0);
    } catch (error) {
      return this.#fail(error, true, 0);
    }
  }

  #toOutcome(): ExecutionOutcome {
    if (this.#isTooLong) throw new DataTooLongError();
    const data = this.#data;
    this.#data = "";
    const errors = this.#fieldErrors;
    return { data: takeText(data), errors: errors.length > 1 ? sortErrors(errors) : errors };
  }

  /** @param depth the number of steps in the path to the object. */
  #writeObject(plan: ObjectPlan, parent: unknown, isNullable: boolean, depth: number): Json {
    if (plan.error !== null) throw plan.error;
    this.#countLength(plan.length);
    let json: Json = "";
    for (const field of plan.fields) {
      json = append(json, field.start, isNullable);
      json = append(json, this.#resolveField(field, parent, depth + 1), isNullable);
    }
    return append(json, plan.end, isNullable);
  }

  #resolveField(field: FieldPlan, parent: unknown, depth: number): Json {
    const { args, type } = field;
    if (this.#isTooLong) return "null";
    this.#path[depth - 1] = field;
    let value: unknown;
    try {
      const { context, variables } = this.#input;
      const argumentValues = typeof args === "function" ? args(variables) : args;
      value = field.resolve(parent, argumentValues, context, field, variables);
    } catch (error) {
      return this.#fail(error, type.isNullable, depth);
    }
    return this.#complete(type, value, depth);
  }

  /** @throws the error of the value if null is not allowed. */
  #complete(type: TypePlan, value: unknown, depth: number): Json {
    if (value instanceof Promise) return this.#awaitValue(type, value, depth);
    try {
      return this.#writeValue(type, value, depth);
    } catch (error) {
      return this.#fail(error, type.isNullable, depth);
    }
  }

  #writeValue(type: TypePlan, value: unknown, depth: number): Json {
    if (value === null || value === undefined) {
      if (type.isNullable) return "null";
      throw new TypeError(
        `Cannot return null for non-nullable field ${this.#coordinateAt(depth)}.`,
      );
    }
    if (value instanceof Error) throw value;
    switch (type.kind) {
      case "leaf": {
        const json = type.write(value);
        this.#countLength(json.length);
        return json;
      }
      case "object":
        return this.#writeObject(type.plan, value, type.isNullable, depth);
      case "abstract":
        return this.#writeObject(this.#planFor(type, value, depth), value, type.isNullable, depth);
      case "list":
        return this.#writeList(type, value, depth);
      default:
        return type satisfies never;
    }
  }

  #planFor({ typeOf, plans }: AbstractPlan, value: unknown, depth: number): ObjectPlan {
    const name = typeOf(value, this.#input.context);
    const plan = typeof name === "string" ? plans.get(name) : undefined;
    if (plan !== undefined) return plan;
    throw new TypeError(
      `The type of a value of ${this.#coordinateAt(depth)} cannot be determined.`,
    );
  }

  #writeList(plan: ListPlan, value: unknown, depth: number): Json {
    if (!isIterable(value)) {
      throw new TypeError(`The resolver of ${this.#coordinateAt(depth)} did not return a list.`);
    }
    const entries: readonly unknown[] = Array.isArray(value) ? value : [...value];
    let json: Json = "[";
    for (let index = 0; index < entries.length && !this.#isTooLong; index += 1) {
      this.#path[depth] = index;
      if (index > 0) json = append(json, ",", plan.isNullable);
      json = append(json, this.#complete(plan.of, entries[index], depth + 1), plan.isNullable);
    }
    if (this.#isTooLong) entries.forEach(handleLater);
    return append(json, "]", plan.isNullable);
  }

  // In a function of its own: one with closures allocates what they share at each call.
  #awaitValue(type: TypePlan, promise: Promise<unknown>, depth: number): PendingJson {
    const pending = new PendingJson(type.isNullable);
    const path = this.#path.slice(0, depth);
    this.#awaitedCount += 1;
    promise.then(
      (value) => this.#resume(pending, path, type, value),
      (error: unknown) => this.#resume(pending, path, type, toError(error)),
    );
    return pending;
  }

  /** @param value a failure if it is an error. */
  #resume(pending: PendingJson, path: PathStep[], type: TypePlan, value: unknown): void {
    this.#path = path;
    try {
      pending.append(this.#complete(type, value, path.length));
    } catch (error) {
      this.#failAround(pending, error);
    }
    this.#awaitedCount -= 1;
    if (this.#awaitedCount === 0) this.#finish();
    else this.#tellLength();
  }

  // The value may not be null.
  #failAround(pending: PendingJson, error: unknown): void {
    pending.nearestNullable?.makeNull();
    this.#fail(error, true, 0);
  }

  #tellLength(): void {
    const length = this.#length + this.#fieldErrors.length * lengthOfError;
    if (length - this.#toldLength < minToldLength) return;
    this.#toldLength = length;
    this.#input.limits.onWritten?.(length);
  }

  /**
   * Records a field error if the value may be null. Otherwise throws it, so that the surrounding
   * value fails. Errors already recorded within that value are kept. So the response has the same
   * errors, whichever came first.
   */
  #fail(error: unknown, isNullable: boolean, depth: number): "null" {
    const path = this.#path.slice(0, depth);
    const fieldError = error instanceof FieldError ? error : new FieldError(error, path);
    if (!isNullable) throw fieldError;
    this.#fieldErrors.push(fieldError);
    return "null";
  }

  #coordinateAt(depth: number): string {
    return coordinateOf(this.#path.slice(0, depth));
  }
}

function takeText(data: Json): ExecutionOutcome["data"] {
  if (typeof data === "string") return data;
  const pieces = data.take();
  const [only = ""] = pieces;
  if (pieces.length <= 1 && typeof only === "string") return only;
  return pieces.map((piece) => (typeof piece === "string" ? toPiece(piece) : piece));
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : notAnError();
}

// A promise that is awaited later, or not at all, must not end the process if it is rejected.
function handleLater(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {});
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}
