import type { GraphQLFormattedError } from "graphql";
import type { Members } from "../answer/request/members.ts";
import { isJsonObject, type JsonObject } from "../call/decode/json-values.ts";

/** What a program can call by name. A call becomes a question in GraphQL. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  /**
   * The question of a call whose arguments are checked, or the call's result.
   * @throws ToolError
   */
  ask(given: Arguments, call: Call): Question | string | Promise<Question>;
}

export interface Question {
  readonly members: Members;
  /** What the result has beside the response. */
  readonly fixed?: JsonObject;
}

/** What a call can ask on its way to its question. */
export interface Call {
  /** Asks as the tool's caller. @throws ToolError if there is no data. */
  ask(members: Members): Promise<GraphqlAnswer>;
}

export interface GraphqlAnswer {
  readonly data: JsonObject;
  readonly errors: readonly GraphQLFormattedError[];
  readonly warnings: readonly unknown[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** JSON Schema of a tool's arguments. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Argument>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

export interface Argument {
  readonly type: "string" | "integer" | "number" | "boolean" | "array";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** What a tool's caller is told instead of a result. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly codes: readonly string[];

  constructor(message: string, codes: readonly string[] = ["BAD_USER_INPUT"]) {
    super(message);
    this.codes = codes;
  }
}

/**
 * Checks the arguments of a call. Leaves out nulls, and puts in defaults.
 * @throws ToolError that says of each wrong argument what is allowed.
 */
export function checkArguments({ properties, required }: InputSchema, given: unknown): Arguments {
  const all = isJsonObject(given) ? Object.entries(given) : [];
  const present = new Map(all.filter(([, value]) => value !== null));
  const mistakes = [...present].flatMap(([name, value]) => {
    const argument = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (argument && accepts(argument, value)) return [];
    const known = Object.keys(properties).join(", ") || "none";
    return `${name}: ${argument ? `expected ${describe(argument)}` : `no such argument; there are: ${known}`}`;
  });
  const missing = required.filter((name) => !present.has(name));
  mistakes.push(...missing.map((name) => `${name}: it is required`));
  if (mistakes.length > 0) throw new ToolError(mistakes.join("\n"));
  for (const [name, { default: standing }] of Object.entries(properties)) {
    if (standing !== undefined && !present.has(name)) present.set(name, standing);
  }
  return Object.fromEntries(present);
}

function accepts({ type, enum: options, minimum, maximum }: Argument, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (typeof value === "string") return type === "string" && (options?.includes(value) ?? true);
  if (type !== "integer") return typeof value === type;
  const number = Number.isSafeInteger(value) ? Number(value) : Number.NaN;
  return (
    number >= (minimum ?? Number.MIN_SAFE_INTEGER) && number <= (maximum ?? Number.MAX_SAFE_INTEGER)
  );
}

function describe({ type, enum: options, minimum, maximum }: Argument): string {
  if (options !== undefined) return `one of ${options.join(", ")}`;
  const range = maximum === undefined ? "" : ` from ${minimum} to ${maximum}`;
  return `${/^[aio]/.test(type) ? "an" : "a"} ${type}${range}`;
}
