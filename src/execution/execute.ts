import type { GraphQLError } from "graphql";
import { coordinateOf, Failure, type Step, toGraphqlErrors } from "./failure.ts";
import type { FieldPlan, ObjectPlan, OperationPlan, TypePlan, Variables } from "./plan.ts";
import { append, Fragment, type Text } from "./text.ts";

/** What an operation gave: its data as JSON, and what failed, in the order of the data. */
export interface ExecutionOutcome {
  readonly data: string;
  readonly errors: readonly GraphQLError[];
}

/** What an execution is given beside its plan. */
export interface ExecutionInput {
  /** For the resolvers. */
  readonly context: unknown;
  readonly variables: Variables;
  /** The parent of the operation's own fields: of a subscription, the event. @default undefined */
  readonly root?: unknown;
}

/** Executes a prepared operation. Its fields are resolved side by side, as those of a query may be. */
export function executePlan(
  plan: OperationPlan,
  input: ExecutionInput,
): ExecutionOutcome | Promise<ExecutionOutcome> {
  return new Execution(plan, input).run();
}

type List = Extract<TypePlan, { readonly kind: "list" }>;
type Abstract = Extract<TypePlan, { readonly kind: "abstract" }>;

class Execution {
  readonly #plan: OperationPlan;
  readonly #input: ExecutionInput;
  /** The steps to the value that is being worked on, as far as its depth; what follows is left over. */
  #place: Step[] = [];
  readonly #failures: Failure[] = [];
  #awaited = 0;
  #finish: (() => void) | undefined;

  constructor(plan: OperationPlan, input: ExecutionInput) {
    this.#plan = plan;
    this.#input = input;
  }

  run(): ExecutionOutcome | Promise<ExecutionOutcome> {
    const data = this.#root();
    if (this.#awaited === 0) return this.#outcome(data);
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    return finished.then(() => this.#outcome(data));
  }

  #root(): Text {
    try {
      return this.#object(this.#plan.root, this.#input.root, true, 0);
    } catch (error) {
      return this.#fail(error, true, 0);
    }
  }

  #outcome(data: Text): ExecutionOutcome {
    return {
      data: typeof data === "string" ? data : data.toString(),
      errors: toGraphqlErrors(this.#failures, this.#plan.source),
    };
  }

  /** @param depth how many steps lead to the object. */
  #object(plan: ObjectPlan, parent: unknown, isNullable: boolean, depth: number): Text {
    if (plan.error !== null) throw plan.error;
    let text: Text = "";
    for (const field of plan.fields) {
      text = append(text, field.start, isNullable);
      text = append(text, this.#field(field, parent, depth + 1), isNullable);
    }
    return append(text, plan.end, isNullable);
  }

  #field(field: FieldPlan, parent: unknown, depth: number): Text {
    const { args, type } = field;
    this.#place[depth - 1] = field;
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

  /** The text of a value; where it fails, of null, unless that may not stand there. */
  #complete(type: TypePlan, value: unknown, depth: number): Text {
    if (value instanceof Promise) return this.#await(type, value, depth);
    try {
      return this.#write(type, value, depth);
    } catch (error) {
      return this.#fail(error, type.isNullable, depth);
    }
  }

  #write(type: TypePlan, value: unknown, depth: number): Text {
    if (value === null || value === undefined) {
      if (type.isNullable) return "null";
      throw new TypeError(`Cannot return null for non-nullable field ${this.#coordinate(depth)}.`);
    }
    if (value instanceof Error) throw value;
    switch (type.kind) {
      case "leaf":
        return type.write(value);
      case "object":
        return this.#object(type.plan, value, type.isNullable, depth);
      case "abstract":
        return this.#object(this.#planFor(type, value, depth), value, type.isNullable, depth);
      case "list":
        return this.#list(type, value, depth);
      default:
        return type satisfies never;
    }
  }

  #planFor({ typeOf, plans }: Abstract, value: unknown, depth: number): ObjectPlan {
    const name = typeOf(value, this.#input.context);
    const plan = typeof name === "string" ? plans.get(name) : undefined;
    if (plan !== undefined) return plan;
    throw new TypeError(`The type of a value of ${this.#coordinate(depth)} cannot be told.`);
  }

  #list({ of, isNullable }: List, value: unknown, depth: number): Text {
    if (!isIterable(value)) {
      throw new TypeError(`The resolver of ${this.#coordinate(depth)} gave no list.`);
    }
    let text: Text = "[";
    let index = 0;
    for (const entry of value) {
      this.#place[depth] = index;
      if (index > 0) text = append(text, ",", isNullable);
      text = append(text, this.#complete(of, entry, depth + 1), isNullable);
      index += 1;
    }
    return append(text, "]", isNullable);
  }

  #await(type: TypePlan, promise: Promise<unknown>, depth: number): Fragment {
    const { isNullable } = type;
    const fragment = new Fragment(isNullable);
    const place = this.#place.slice(0, depth);
    this.#awaited += 1;
    promise.then(
      (value) => this.#resume(fragment, place, () => this.#complete(type, value, depth)),
      (error: unknown) => this.#resume(fragment, place, () => this.#fail(error, isNullable, depth)),
    );
    return fragment;
  }

  /** Goes on with what was awaited. */
  #resume(fragment: Fragment, place: Step[], complete: () => Text): void {
    this.#place = place;
    try {
      fragment.append(complete());
    } catch (error) {
      fragment.nearestNullable?.makeNull();
      this.#fail(error, true, 0);
    }
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#finish?.();
  }

  /**
   * Keeps what went wrong with a value, where null may stand in its place; otherwise what is around it fails. What else went
   * wrong there is kept as well, so that the errors do not depend on what came up first.
   */
  #fail(error: unknown, isNullable: boolean, depth: number): "null" {
    const place = this.#place.slice(0, depth);
    const failure = error instanceof Failure ? error : new Failure(error, place);
    if (!isNullable) throw failure;
    this.#failures.push(failure);
    return "null";
  }

  #coordinate(depth: number): string {
    return coordinateOf(this.#place.slice(0, depth));
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}
