import type { GraphQLError } from "graphql";
import { coordinateOf, FieldError, type PathStep, toGraphqlErrors } from "./field-error.ts";
import type { FieldPlan, ObjectPlan, OperationPlan, TypePlan, Variables } from "./plan.ts";
import { append, PendingText, type Text } from "./text.ts";

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
  /** The parent of the operation's top fields. For a subscription it is the event. @default undefined */
  readonly root?: unknown;
}

/** Executes a prepared operation. All its fields are resolved at the same time, as the specification allows for queries. */
export function executePlan(
  plan: OperationPlan,
  input: ExecutionInput,
): ExecutionOutcome | Promise<ExecutionOutcome> {
  return new Execution(plan, input).run();
}

type ListPlan = Extract<TypePlan, { readonly kind: "list" }>;
type Abstract = Extract<TypePlan, { readonly kind: "abstract" }>;

class Execution {
  readonly #plan: OperationPlan;
  readonly #input: ExecutionInput;
  /** The path to the current value. Steps beyond the current depth are left over from another value. */
  #path: PathStep[] = [];
  readonly #failures: FieldError[] = [];
  #awaited = 0;
  #finish: (() => void) | undefined;

  constructor(plan: OperationPlan, input: ExecutionInput) {
    this.#plan = plan;
    this.#input = input;
  }

  run(): ExecutionOutcome | Promise<ExecutionOutcome> {
    const data = this.#writeRoot();
    if (this.#awaited === 0) return this.#toOutcome(data);
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    return finished.then(() => this.#toOutcome(data));
  }

  #writeRoot(): Text {
    try {
      return this.#writeObject(this.#plan.root, this.#input.root, true, 0);
    } catch (error) {
      return this.#fail(error, true, 0);
    }
  }

  #toOutcome(data: Text): ExecutionOutcome {
    return {
      data: typeof data === "string" ? data : data.toString(),
      errors: toGraphqlErrors(this.#failures, this.#plan.source),
    };
  }

  /** @param depth the number of steps in the path to the object. */
  #writeObject(plan: ObjectPlan, parent: unknown, isNullable: boolean, depth: number): Text {
    if (plan.error !== null) throw plan.error;
    let text: Text = "";
    for (const field of plan.fields) {
      text = append(text, field.start, isNullable);
      text = append(text, this.#resolveField(field, parent, depth + 1), isNullable);
    }
    return append(text, plan.end, isNullable);
  }

  #resolveField(field: FieldPlan, parent: unknown, depth: number): Text {
    const { args, type } = field;
    this.#path[depth - 1] = field;
    let value: unknown;
    try {
      const { context, variables } = this.#input;
      const given = typeof args === "function" ? args(variables) : args;
      value = field.resolve(parent, given, context, field, variables);
    } catch (error) {
      return this.#fail(error, type.isNullable, depth);
    }
    return this.#complete(type, value, depth);
  }

  /** Writes a value, or null for one that fails. Throws the failure if null is not allowed. */
  #complete(type: TypePlan, value: unknown, depth: number): Text {
    if (value instanceof Promise) return this.#awaitValue(type, value, depth);
    try {
      return this.#writeValue(type, value, depth);
    } catch (error) {
      return this.#fail(error, type.isNullable, depth);
    }
  }

  #writeValue(type: TypePlan, value: unknown, depth: number): Text {
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

  #planFor({ typeOf, plans }: Abstract, value: unknown, depth: number): ObjectPlan {
    const name = typeOf(value, this.#input.context);
    const plan = typeof name === "string" ? plans.get(name) : undefined;
    if (plan !== undefined) return plan;
    throw new TypeError(
      `The type of a value of ${this.#coordinateAt(depth)} cannot be determined.`,
    );
  }

  #writeList({ of, isNullable }: ListPlan, value: unknown, depth: number): Text {
    if (!isIterable(value)) {
      throw new TypeError(`The resolver of ${this.#coordinateAt(depth)} returned no list.`);
    }
    let text: Text = "[";
    let index = 0;
    for (const entry of value) {
      this.#path[depth] = index;
      if (index > 0) text = append(text, ",", isNullable);
      text = append(text, this.#complete(of, entry, depth + 1), isNullable);
      index += 1;
    }
    return append(text, "]", isNullable);
  }

  #awaitValue(type: TypePlan, promise: Promise<unknown>, depth: number): PendingText {
    const { isNullable } = type;
    const pending = new PendingText(isNullable);
    const path = this.#path.slice(0, depth);
    this.#awaited += 1;
    promise.then(
      (value) => this.#resume(pending, path, () => this.#complete(type, value, depth)),
      (error: unknown) => this.#resume(pending, path, () => this.#fail(error, isNullable, depth)),
    );
    return pending;
  }

  /** Continues once a promise has settled. */
  #resume(pending: PendingText, path: PathStep[], complete: () => Text): void {
    this.#path = path;
    try {
      pending.append(complete());
    } catch (error) {
      pending.nearestNullable?.makeNull();
      this.#fail(error, true, 0);
    }
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#finish?.();
  }

  /**
   * Records a failure if null may replace the value. Otherwise throws it, so that the value around it fails. Failures that were
   * recorded within that value stay, so that the errors do not depend on which came first.
   */
  #fail(error: unknown, isNullable: boolean, depth: number): "null" {
    const path = this.#path.slice(0, depth);
    const failure = error instanceof FieldError ? error : new FieldError(error, path);
    if (!isNullable) throw failure;
    this.#failures.push(failure);
    return "null";
  }

  #coordinateAt(depth: number): string {
    return coordinateOf(this.#path.slice(0, depth));
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}
