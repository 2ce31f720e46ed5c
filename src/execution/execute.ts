import type { GraphQLError } from "graphql";
import { coordinateOf, FieldError, type PathStep, toGraphqlErrors } from "./field-error.ts";
import { append, type Json, PendingJson } from "./json.ts";
import type { FieldPlan, ObjectPlan, OperationPlan, TypePlan, Variables } from "./plan.ts";

/** The result of an operation: its data as JSON, and its errors in the order of the data. */
export interface ExecutionOutcome {
  readonly data: string;
  readonly errors: readonly GraphQLError[];
}

/** What an execution needs besides its plan. */
export interface ExecutionInput {
  /** Passed to every resolver. */
  readonly context: unknown;
  readonly variables: Variables;
  /** The parent of the root fields. For a subscription it is the event. @default undefined */
  readonly root?: unknown;
}

/** Executes a prepared operation. Sibling fields are resolved concurrently, as the specification allows for queries. */
export function executePlan(
  plan: OperationPlan,
  input: ExecutionInput,
): ExecutionOutcome | Promise<ExecutionOutcome> {
  return new Execution(plan, input).run();
}

type ListPlan = Extract<TypePlan, { readonly kind: "list" }>;
type AbstractPlan = Extract<TypePlan, { readonly kind: "abstract" }>;

class Execution {
  readonly #plan: OperationPlan;
  readonly #input: ExecutionInput;
  /** The path to the current value. Steps beyond the current depth are left over from another value. */
  #path: PathStep[] = [];
  readonly #fieldErrors: FieldError[] = [];
  /** How many values are still awaited. */
  #awaitedCount = 0;
  /** Called when no value is awaited any more. */
  #finish: (() => void) | undefined;

  constructor(plan: OperationPlan, input: ExecutionInput) {
    this.#plan = plan;
    this.#input = input;
  }

  run(): ExecutionOutcome | Promise<ExecutionOutcome> {
    const data = this.#writeRoot();
    if (this.#awaitedCount === 0) return this.#toOutcome(data);
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    return finished.then(() => this.#toOutcome(data));
  }

  #writeRoot(): Json {
    try {
      return this.#writeObject(this.#plan.root, this.#input.root, true, 0);
    } catch (error) {
      return this.#fail(error, true, 0);
    }
  }

  #toOutcome(data: Json): ExecutionOutcome {
    return {
      data: typeof data === "string" ? data : data.toString(),
      errors: toGraphqlErrors(this.#fieldErrors, this.#plan.source),
    };
  }

  /** @param depth the number of steps in the path to the object. */
  #writeObject(plan: ObjectPlan, parent: unknown, isNullable: boolean, depth: number): Json {
    if (plan.error !== null) throw plan.error;
    let json: Json = "";
    for (const field of plan.fields) {
      json = append(json, field.start, isNullable);
      json = append(json, this.#resolveField(field, parent, depth + 1), isNullable);
    }
    return append(json, plan.end, isNullable);
  }

  #resolveField(field: FieldPlan, parent: unknown, depth: number): Json {
    const { args, type } = field;
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

  /** Writes a value, or null if it fails. Throws the error if null is not allowed. */
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
      case "leaf":
        return type.write(value);
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

  #writeList({ of, isNullable }: ListPlan, value: unknown, depth: number): Json {
    if (!isIterable(value)) {
      throw new TypeError(`The resolver of ${this.#coordinateAt(depth)} did not return a list.`);
    }
    let json: Json = "[";
    let index = 0;
    for (const entry of value) {
      this.#path[depth] = index;
      if (index > 0) json = append(json, ",", isNullable);
      json = append(json, this.#complete(of, entry, depth + 1), isNullable);
      index += 1;
    }
    return append(json, "]", isNullable);
  }

  #awaitValue(type: TypePlan, promise: Promise<unknown>, depth: number): PendingJson {
    const { isNullable } = type;
    const pending = new PendingJson(isNullable);
    const path = this.#path.slice(0, depth);
    this.#awaitedCount += 1;
    promise.then(
      (value) => this.#resume(pending, path, () => this.#complete(type, value, depth)),
      (error: unknown) => this.#resume(pending, path, () => this.#fail(error, isNullable, depth)),
    );
    return pending;
  }

  /** Continues when a promise has settled. */
  #resume(pending: PendingJson, path: PathStep[], complete: () => Json): void {
    this.#path = path;
    try {
      pending.append(complete());
    } catch (error) {
      pending.nearestNullable?.makeNull();
      this.#fail(error, true, 0);
    }
    this.#awaitedCount -= 1;
    if (this.#awaitedCount === 0) this.#finish?.();
  }

  /**
   * Records a field error if the value may be null. Otherwise throws it, so that the surrounding value fails. Errors already recorded
   * within that value are kept. So the response has the same errors, whichever came first.
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

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}
