import type { GraphQLError } from "graphql";
import {
  coordinateOf,
  errorsAtOnce,
  FieldError,
  type PathStep,
  sortErrors,
  toGraphqlErrors,
} from "./field-error.ts";
import { append, type Json, PendingJson, toPiece } from "./json.ts";
import type { FieldPlan, ObjectPlan, OperationPlan, TypePlan, Variables } from "./plan.ts";

/** The result of an operation: its data as JSON, and its errors in the order of the data. */
interface ExecutionOutcome {
  /** Long data is in pieces, each with as many bytes as its length. Whoever has taken it empties this: see {@link PendingJson.take}. */
  data: string | readonly (string | Buffer)[];
  readonly errors: readonly GraphQLError[];
}

export interface WritingLimits {
  readonly maxLength: number;
  /** After how many characters it is asked whether the turn of the event loop is over. */
  readonly lengthPerTurn: number;
  /**
   * Whether the turn is over, so that other requests get theirs.
   * @param length how much has been written, in characters, and as much as errors take.
   * @default always
   */
  isTurnOver?(length: number): boolean;
  /**
   * Resolves in a later turn of the event loop: to false if the data is not wanted any more.
   * @param length as for `isTurnOver`.
   */
  pause(length: number): Promise<boolean>;
  /** Called when more has been written, and values are still awaited. @param length as for `isTurnOver`. */
  onWritten?(length: number): void;
  /** Called once, as soon as the data is longer than the maximum. What is still awaited is not needed any more. */
  onTooLong(): void;
}

export class DataTooLongError extends Error {
  override readonly name = "DataTooLongError";
}

/** The data was no longer wanted before it was complete. */
export class DataUnwantedError extends Error {
  override readonly name = "DataUnwantedError";
}

interface ExecutionInput {
  readonly context: unknown;
  readonly variables: Variables;
  /** The parent of the root fields. For a subscription it is the event. @default undefined */
  readonly root?: unknown;
  readonly limits: WritingLimits;
}

/**
 * Executes a prepared operation. Sibling fields are resolved concurrently, as the specification allows for queries.
 * @throws DataTooLongError
 * @throws DataUnwantedError
 */
export function executePlan(
  plan: OperationPlan,
  input: ExecutionInput,
): ExecutionOutcome | Promise<ExecutionOutcome> {
  return new Execution(plan, input).run();
}

/** While values are awaited, `onWritten` is called again after this many more characters. */
const minToldLength = 16 * 1024;

/** An error is as much work, and takes as much memory, as so many characters that are written. */
const lengthOfError = 500;

/** As much text as is written between this many questions whether the turn is over is joined in one turn, which is far quicker. */
const joinedPerWritten = 8;

/** The longest text that is written at once, whether the turn is over or not, in characters. */
const maxShortLength = 256;

type ListPlan = Extract<TypePlan, { readonly kind: "list" }>;
type AbstractPlan = Extract<TypePlan, { readonly kind: "abstract" }>;

const none: readonly GraphQLError[] = [];

class Execution {
  readonly #plan: OperationPlan;
  readonly #input: ExecutionInput;
  /** Below 0 once the data is not wanted any more: then any length is too long. */
  #maxLength: number;
  readonly #lengthPerTurn: number;
  /** The path to the current value. Steps beyond the current depth are left over from another value. */
  #path: PathStep[] = [];
  readonly #fieldErrors: FieldError[] = [];
  #awaitedCount = 0;
  #data: Json = "";
  /** Set while values are awaited. */
  #finished: PromiseWithResolvers<ExecutionOutcome> | undefined;
  /** How much has been written, in characters. */
  #length = 0;
  /** How much had been written, and as much as errors take, when this turn of the event loop began. */
  #lengthBefore = 0;
  #toldLength = 0;
  #isTooLongTold = false;
  /** Writes values when it is their turn, in order. */
  #postponed: (() => void)[] = [];
  #isWritingPostponed = false;

  constructor(plan: OperationPlan, input: ExecutionInput) {
    this.#plan = plan;
    this.#input = input;
    this.#maxLength = input.limits.maxLength;
    this.#lengthPerTurn = input.limits.lengthPerTurn;
  }

  run(): ExecutionOutcome | Promise<ExecutionOutcome> {
    this.#data = this.#writeRoot();
    if (this.#awaitedCount === 0) return this.#toOutcome();
    this.#tellLength();
    this.#finished = Promise.withResolvers();
    return this.#finished.promise;
  }

  /** Nothing is awaited any more. */
  #finish(): void {
    // A closure that held the data in place of this was seen to survive young collections with all that the request had used.
    try {
      this.#finished?.resolve(this.#toOutcome());
    } catch (error) {
      this.#finished?.reject(error);
    }
  }

  /** How much has been written, errors included, which do not count for the maximum before they are written. */
  get #lengthWithErrors(): number {
    return this.#length + this.#fieldErrors.length * lengthOfError;
  }

  get #isTooLong(): boolean {
    return this.#length > this.#maxLength;
  }

  #countLength(length: number): void {
    this.#length += length;
    if (this.#isTooLong) this.#tellTooLong();
  }

  #tellTooLong(): void {
    if (this.#isTooLongTold) return;
    this.#isTooLongTold = true;
    this.#input.limits.onTooLong();
  }

  #writeRoot(): Json {
    try {
      return this.#writeObject(this.#plan.root, this.#input.root, true, 0);
    } catch (error) {
      return this.#fail(error, true, 0);
    }
  }

  #toOutcome(): ExecutionOutcome | Promise<ExecutionOutcome> {
    if (this.#maxLength < 0) throw new DataUnwantedError();
    if (this.#isTooLong) throw new DataTooLongError();
    const data = this.#data;
    this.#data = "";
    const failed = sortErrors(this.#fieldErrors);
    if (failed.length > errorsAtOnce) return this.#toOutcomeInTurns(data, failed);
    const errors = failed.length === 0 ? none : toGraphqlErrors(failed, this.#plan.source);
    const taken = this.#takeData(data);
    if (!(taken instanceof Promise)) return { data: taken, errors };
    return taken.then((buffers) => ({ data: buffers, errors }));
  }

  #takeData(data: Json): ExecutionOutcome["data"] | Promise<readonly Buffer[]> {
    if (typeof data === "string") return data;
    if (this.#length > this.#lengthPerTurn * joinedPerWritten) return this.#encode(data.take());
    const pieces = [...data.take()];
    const [only = ""] = pieces;
    if (pieces.length <= 1 && typeof only === "string") return only;
    return pieces.map((piece) => (typeof piece === "string" ? toPiece(piece) : piece));
  }

  /** Makes many errors, with turns for other requests between. */
  async #toOutcomeInTurns(data: Json, failed: readonly FieldError[]): Promise<ExecutionOutcome> {
    const { limits } = this.#input;
    const errors: GraphQLError[] = [];
    for (let start = 0; start < failed.length; start += errorsAtOnce) {
      const piece = failed.slice(start, start + errorsAtOnce);
      errors.push(...toGraphqlErrors(piece, this.#plan.source));
      if (!(limits.isTurnOver?.(this.#lengthWithErrors) ?? true)) continue;
      if (!(await limits.pause(this.#lengthWithErrors))) throw new DataUnwantedError();
    }
    return { data: await this.#takeData(data), errors };
  }

  /** Joins and encodes long data, with turns for other requests between its pieces. */
  async #encode(pieces: Iterable<string | Buffer>): Promise<readonly Buffer[]> {
    const { limits } = this.#input;
    const encoded: Buffer[] = [];
    for (const piece of pieces) {
      encoded.push(typeof piece === "string" ? Buffer.from(piece) : piece);
      if (!(limits.isTurnOver?.(this.#lengthWithErrors) ?? true)) continue;
      if (!(await limits.pause(this.#lengthWithErrors))) throw new DataUnwantedError();
    }
    return encoded;
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
      // That is too little work to be left for a later turn.
      if (type.kind === "leaf" && isShort(value)) {
        const json = type.write(value);
        this.#countLength(json.length);
        return json;
      }
    } catch (error) {
      return this.#fail(error, type.isNullable, depth);
    }
    return this.#complete(type, value, depth);
  }

  /** Writes a value, or null if it fails. Throws the error if null is not allowed. */
  #complete(type: TypePlan, value: unknown, depth: number): Json {
    if (value instanceof Promise) return this.#awaitValue(type, value, depth);
    if (this.#isTurnOver) return this.#postponeValue(type, value, depth);
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
    const entries = Array.isArray(value) ? value : [...value];
    return this.#writeEntries(plan, entries, 0, depth);
  }

  /** Writes a list, or the rest of one from an index on. Once this turn is over, the rest is written in later ones. */
  #writeEntries(plan: ListPlan, entries: readonly unknown[], start: number, depth: number): Json {
    // The rest of a list is no value that could be null by itself.
    const isNullable = start === 0 && plan.isNullable;
    const { of } = plan;
    let json: Json = start === 0 ? "[" : "";
    for (let index = start; index < entries.length && !this.#isTooLong; index += 1) {
      // A part of a list has an entry at least, so that the list goes on in each turn.
      if (index > start && this.#isTurnOver) {
        if (start === 0) entries.forEach(handleLater);
        return append(json, this.#postponeEntries(plan, entries, index, depth), isNullable);
      }
      this.#path[depth] = index;
      if (index > 0) json = append(json, ",", isNullable);
      json = append(json, this.#complete(of, entries[index], depth + 1), isNullable);
    }
    if (this.#isTooLong) entries.forEach(handleLater);
    return append(json, "]", isNullable);
  }

  // In functions of their own, because a function with closures allocates what they share at each call.
  #postponeValue(type: TypePlan, value: unknown, depth: number): PendingJson {
    if (Array.isArray(value)) value.forEach(handleLater);
    const complete = () => (this.#isTooLong ? "null" : this.#complete(type, value, depth));
    return this.#postpone(type.isNullable, complete, depth);
  }

  #postponeEntries(
    plan: ListPlan,
    entries: readonly unknown[],
    start: number,
    depth: number,
  ): PendingJson {
    return this.#postpone(false, () => this.#writeEntries(plan, entries, start, depth), depth);
  }

  #awaitValue(type: TypePlan, promise: Promise<unknown>, depth: number): PendingJson {
    const { isNullable } = type;
    const pending = new PendingJson(isNullable);
    const path = this.#path.slice(0, depth);
    this.#awaitedCount += 1;
    promise.then(
      (value) => this.#resumeValue(pending, path, type, value),
      (error: unknown) => this.#resume(pending, path, () => this.#fail(error, isNullable, depth)),
    );
    return pending;
  }

  /** Leaves a part of the data for a later turn. @param depth the number of steps in the path to it. */
  #postpone(isNullable: boolean, write: () => Json, depth: number): PendingJson {
    const pending = new PendingJson(isNullable);
    const path = this.#path.slice(0, depth);
    this.#awaitedCount += 1;
    this.#postponed.push(() => this.#resume(pending, path, write));
    if (!this.#isWritingPostponed) void this.#writePostponed();
    return pending;
  }

  /** Whether so much has been written in this turn of the event loop that the rest must wait for a later one. */
  get #isTurnOver(): boolean {
    const length = this.#lengthWithErrors;
    if (length - this.#lengthBefore <= this.#lengthPerTurn) return false;
    if (this.#input.limits.isTurnOver?.(length) ?? true) return true;
    this.#lengthBefore = length;
    return false;
  }

  async #writePostponed(): Promise<void> {
    this.#isWritingPostponed = true;
    while (this.#postponed.length > 0) {
      const isWanted = await this.#input.limits.pause(this.#lengthWithErrors);
      if (!isWanted && !this.#isTooLong) this.#maxLength = -1;
      this.#lengthBefore = this.#lengthWithErrors;
      const postponed = this.#postponed;
      this.#postponed = [];
      for (const [index, write] of postponed.entries()) {
        if (!this.#isTurnOver) {
          write();
          continue;
        }
        // What this turn has postponed is part of earlier values, so the order does not matter.
        this.#postponed = postponed.slice(index).concat(this.#postponed);
        break;
      }
    }
    this.#isWritingPostponed = false;
  }

  /** As `resume`, without a function for each value: there may be thousands. */
  #resumeValue(pending: PendingJson, path: PathStep[], type: TypePlan, value: unknown): void {
    this.#path = path;
    try {
      const json = this.#complete(type, value, path.length);
      pending.append(json);
    } catch (error) {
      this.#failAround(pending, error);
    }
    this.#countResumed();
  }

  #resume(pending: PendingJson, path: PathStep[], write: () => Json): void {
    this.#path = path;
    try {
      const json = write();
      pending.append(json);
    } catch (error) {
      this.#failAround(pending, error);
    }
    this.#countResumed();
  }

  /** The error of a value that may not be null. */
  #failAround(pending: PendingJson, error: unknown): void {
    pending.nearestNullable?.makeNull();
    this.#fail(error, true, 0);
  }

  #countResumed(): void {
    this.#awaitedCount -= 1;
    if (this.#awaitedCount === 0) this.#finish();
    else this.#tellLength();
  }

  #tellLength(): void {
    const length = this.#lengthWithErrors;
    if (length - this.#toldLength < minToldLength) return;
    this.#toldLength = length;
    this.#input.limits.onWritten?.(length);
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

/** Whether a leaf is a value that is written in no time. A text of megabytes may be selected hundreds of times in one object. */
function isShort(leaf: unknown): boolean {
  if (typeof leaf === "string") return leaf.length <= maxShortLength;
  return leaf != null && typeof leaf !== "object";
}

/** Keeps a promise that is awaited later, or not at all, from ending the process if it is rejected. */
function handleLater(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {});
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}
