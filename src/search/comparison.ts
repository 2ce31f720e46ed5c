import type { Dimension } from "./column.ts";
import { badInput } from "./errors.ts";
import { fold } from "./text.ts";
import type { Kind, Scalar } from "./values.ts";

/** A comparison of one dimension's values. */
export interface Comparison {
  readonly op: "compare";
  readonly dimension: Dimension;
  /** As what the values are read; `any`: as they are. */
  readonly kind: Kind | "any";
  readonly operator: Operator;
  /** What the values are compared with: a set for `in` and `notIn`, folded for `contains` and `startsWith`. */
  readonly operand: unknown;
}

/** What a comparison asks of a value. */
export type Operator = keyof typeof tests;

/** Whether a value, null where it cannot be read, is as a comparison asks. */
export type Test = (value: Scalar | null) => boolean;

/** `ne`, `notIn` and `isNull` may hold for null; nothing else does. */
const tests = {
  eq: (operand: Scalar) => (value) => value === operand,
  ne: (operand: Scalar) => (value) => value !== operand,
  in: (operand: ReadonlySet<Scalar>) => (value) => value !== null && operand.has(value),
  notIn: (operand: ReadonlySet<Scalar>) => (value) => value === null || !operand.has(value),
  contains: (operand: string) => (value) => typeof value === "string" && value.includes(operand),
  startsWith: (operand: string) => (value) =>
    typeof value === "string" && value.startsWith(operand),
  gt: (operand: Scalar) => (value) => value !== null && value > operand,
  gte: (operand: Scalar) => (value) => value !== null && value >= operand,
  lt: (operand: Scalar) => (value) => value !== null && value < operand,
  lte: (operand: Scalar) => (value) => value !== null && value <= operand,
  isNull: (operand: boolean) => (value) => (value === null) === operand,
} as const satisfies Record<string, (operand: never) => Test>;

const operatorsOf: Readonly<Record<Kind | "any", readonly Operator[]>> = {
  text: ["eq", "ne", "in", "notIn", "contains", "startsWith", "isNull"],
  number: ["eq", "ne", "in", "notIn", "gt", "gte", "lt", "lte", "isNull"],
  boolean: ["eq", "isNull"],
  any: ["isNull"],
};

/** The test that a comparison makes. */
export function testOf({ operator, operand }: Comparison): Test {
  return (tests[operator] as (operand: unknown) => Test)(operand);
}

/** Whether a comparison is of folded texts. */
export function isFolded({ operator }: Comparison): boolean {
  return operator === "contains" || operator === "startsWith";
}

/**
 * Reads one comparison of a dimension.
 * @param readValue what a value to compare with stands for, where it does not come as its kind.
 * @throws SearchError where the kind has no such operator, or what it is given is none of the kind.
 */
export function parseComparison(
  { dimension, kind }: Pick<Comparison, "dimension" | "kind">,
  [name, given]: readonly [string, unknown],
  { path, readValue = (value) => value }: { readonly path: string; readonly readValue?: ReadValue },
): Comparison {
  const operator = operatorsOf[kind].find((one) => one === name);
  if (operator === undefined) throw badInput(path, `one of ${operatorsOf[kind].join(", ")}`);
  const parseValue = (value: unknown) => parseScalar(kind, readValue(value), path);
  const compare = (operand: unknown): Comparison => {
    return { op: "compare", dimension, kind, operator, operand };
  };
  switch (operator) {
    case "isNull":
      return compare(parseScalar("boolean", given, path));
    case "in":
    case "notIn":
      if (!Array.isArray(given)) throw badInput(path, "a list");
      return compare(new Set(given.map(parseValue)));
    case "contains":
    case "startsWith":
      return compare(fold(String(parseValue(given))));
    default:
      return compare(parseValue(given));
  }
}

/** What a value to compare with stands for. */
export type ReadValue = (value: unknown) => unknown;

function parseScalar(kind: Kind | "any", value: unknown, path: string): Scalar {
  const isOfKind = kind === "text" ? typeof value === "string" : typeof value === kind;
  if (!isOfKind || Number.isNaN(value)) throw badInput(path, `a ${kind}`);
  return value as Scalar;
}
