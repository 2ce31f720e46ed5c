import { badInput } from "../errors.ts";
import type { Dimension } from "../table/column.ts";
import { fold } from "../table/text.ts";
import type { Scalar, ValueKind } from "../table/values.ts";

export interface Comparison {
  readonly op: "compare";
  readonly dimension: Dimension;
  readonly kind: ValueKind | "any";
  readonly operator: OperatorName;
  /**
   * The value to compare with: a set for `in` and `notIn`, a folded string for `contains` and
   * `startsWith`.
   */
  readonly operand: unknown;
  /** How messages call what it looks at. @default by its dimension */
  readonly label?: string | undefined;
}

type Test = (value: Scalar | null) => boolean;

interface Operator {
  readonly kinds: readonly (ValueKind | "any")[];
  /** Whether it ignores letter case and accents: it gets folded text, and so does its operand. */
  readonly isFolded?: true;
  readonly test: (operand: never) => Test;
}

const equatable = ["text", "number"] as const;
const ordered = ["number", "date"] as const;

/** For null, only `ne`, `notIn` and `isNull` can hold. */
const operators = {
  eq: {
    kinds: [...equatable, "boolean"],
    test: (operand: Scalar) => (value) => value === operand,
  },
  ne: { kinds: equatable, test: (operand: Scalar) => (value) => value !== operand },
  in: {
    kinds: equatable,
    test: (operand: ReadonlySet<unknown>) => (value) => operand.has(value),
  },
  notIn: {
    kinds: equatable,
    test: (operand: ReadonlySet<unknown>) => (value) => !operand.has(value),
  },
  contains: {
    kinds: ["text"],
    isFolded: true,
    test: (operand: string) => (value) => value !== null && String(value).includes(operand),
  },
  startsWith: {
    kinds: ["text"],
    isFolded: true,
    test: (operand: string) => (value) => value !== null && String(value).startsWith(operand),
  },
  gt: { kinds: ordered, test: (operand: Scalar) => (value) => value !== null && value > operand },
  gte: { kinds: ordered, test: (operand: Scalar) => (value) => value !== null && value >= operand },
  lt: { kinds: ordered, test: (operand: Scalar) => (value) => value !== null && value < operand },
  lte: { kinds: ordered, test: (operand: Scalar) => (value) => value !== null && value <= operand },
  isNull: {
    kinds: ["text", "number", "boolean", "date", "any"],
    test: (operand: boolean) => (value) => (value === null) === operand,
  },
} as const satisfies Readonly<Record<string, Operator>>;

type OperatorName = keyof typeof operators;

const names = Object.keys(operators) as OperatorName[];

function operatorOf(name: OperatorName): Operator {
  return operators[name];
}

export function testOf({ operator, operand }: Comparison): Test {
  return (operatorOf(operator).test as (operand: unknown) => Test)(operand);
}

export function isFolded(operator: OperatorName): boolean {
  return operatorOf(operator).isFolded ?? false;
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
export interface ComparisonTarget extends Pick<Comparison, "dimension" | "kind" | "label"> {
  readonly readOperand?: ((operand: unknown) => unknown) | undefined;
}

/**
 * Parses one comparison.
 * @throws SearchError `BAD_USER_INPUT` if the kind lacks the operator, or if the operand is of
 * another kind.
 */
export function parseComparison(
  { dimension, kind, label, readOperand = (operand) => operand }: ComparisonTarget,
  { name, given, path }: InputPart,
): Comparison {
  const known = names.filter((one) => operatorOf(one).kinds.includes(kind));
  const operator = known.find((one) => one === name);
  if (operator === undefined) throw badInput(path, `one of ${known.join(", ")}`);
  const parse = (value: unknown) => parseScalar(kind, readOperand(value), path);
  const common = { op: "compare", dimension, kind, label, operator } as const;
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
