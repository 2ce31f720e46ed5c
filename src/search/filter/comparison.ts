import { badInput } from "../errors.ts";
import type { Dimension } from "../table/column.ts";
import { fold } from "../table/text.ts";
import type { Scalar, ValueKind } from "../table/values.ts";

export interface Comparison {
  readonly op: "compare";
  readonly dimension: Dimension;
  readonly kind: ValueKind | "any";
  readonly operator: keyof typeof tests;
  /**
   * The value to compare with: a set for `in` and `notIn`, a folded string for `contains` and
   * `startsWith`.
   */
  readonly operand: unknown;
}

type Test = (value: Scalar | null) => boolean;

/** For null, only `ne`, `notIn` and `isNull` can hold. */
const tests = {
  eq: (operand: Scalar) => (value) => value === operand,
  ne: (operand: Scalar) => (value) => value !== operand,
  in: (operand: ReadonlySet<unknown>) => (value) => operand.has(value),
  notIn: (operand: ReadonlySet<unknown>) => (value) => !operand.has(value),
  contains: (operand: string) => (value) => value !== null && String(value).includes(operand),
  startsWith: (operand: string) => (value) => value !== null && String(value).startsWith(operand),
  gt: (operand: Scalar) => (value) => value !== null && value > operand,
  gte: (operand: Scalar) => (value) => value !== null && value >= operand,
  lt: (operand: Scalar) => (value) => value !== null && value < operand,
  lte: (operand: Scalar) => (value) => value !== null && value <= operand,
  isNull: (operand: boolean) => (value) => (value === null) === operand,
} as const satisfies Record<string, (operand: never) => Test>;

const operators: Readonly<Record<ValueKind | "any", readonly Comparison["operator"][]>> = {
  text: ["eq", "ne", "in", "notIn", "contains", "startsWith", "isNull"],
  number: ["eq", "ne", "in", "notIn", "gt", "gte", "lt", "lte", "isNull"],
  boolean: ["eq", "isNull"],
  date: ["gt", "gte", "lt", "lte", "isNull"],
  any: ["isNull"],
};

export function testOf({ operator, operand }: Comparison): Test {
  return (tests[operator] as (operand: unknown) => Test)(operand);
}

export function isFolded(operator: Comparison["operator"]): boolean {
  return operator === "contains" || operator === "startsWith";
}

export interface InputPart {
  readonly name: string;
  readonly given: unknown;
  readonly path: string;
}

/**
 * What a comparison looks at, the kind that it reads values as, and how to read operands of another
 * kind.
 */
export interface ComparisonTarget extends Pick<Comparison, "dimension" | "kind"> {
  readonly readOperand?: ((operand: unknown) => unknown) | undefined;
}

/**
 * Parses one comparison.
 * @throws SearchError `BAD_USER_INPUT` if the kind lacks the operator, or if the operand is of
 * another kind.
 */
export function parseComparison(
  { dimension, kind, readOperand = (operand) => operand }: ComparisonTarget,
  { name, given, path }: InputPart,
): Comparison {
  const operator = operators[kind].find((known) => known === name);
  if (operator === undefined) throw badInput(path, `one of ${operators[kind].join(", ")}`);
  const parse = (value: unknown) => parseScalar(kind, readOperand(value), path);
  const common = { op: "compare", dimension, kind, operator } as const;
  if (operator === "isNull") return { ...common, operand: parseScalar("boolean", given, path) };
  if (operator === "in" || operator === "notIn") {
    if (!Array.isArray(given)) throw badInput(path, "a list");
    return { ...common, operand: new Set(given.map(parse)) };
  }
  const operand = parse(given);
  return { ...common, operand: isFolded(operator) ? fold(String(operand)) : operand };
}

function parseScalar(kind: ValueKind | "any", value: unknown, path: string): Scalar {
  const type = kind === "text" ? "string" : kind;
  const isNumber = kind === "number" || kind === "date";
  const isOfKind = isNumber ? Number.isFinite(value) : typeof value === type;
  if (isOfKind) return value as Scalar;
  throw badInput(path, `a ${type}`);
}
