import { badInput, SearchError } from "../errors.ts";
import { cutIdentifier } from "../table/keys.ts";
import type { ListDescription } from "../table/table.ts";
import {
  type Comparison,
  type ComparisonTarget,
  type InputPart,
  parseComparison,
} from "./comparison.ts";

/** A condition on records. An `and` without parts holds for all records, an `or` without parts for none. */
export type Condition =
  | { readonly op: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly op: "not"; readonly part: Condition }
  | Comparison;

const maxConditions = 1_000;
const maxNesting = 10;
const always: Condition = { op: "and", parts: [] };
const never: Condition = { op: "or", parts: [] };

/**
 * Parses a filter. A missing one holds for every record. Undefined members are ignored.
 * @throws SearchError `BAD_USER_INPUT`, or `QUERY_TOO_COMPLEX` for too many conditions.
 */
export function parseFilter<Row>({ fields }: ListDescription<Row>, given: unknown): Condition {
  if (given === null || given === undefined) return always;
  const condition = parseObject({ name: "filter", given, path: "filter" }, fields, 0);
  if (comparisonsIn(condition).length <= maxConditions) return condition;
  const message = `\`filter\` has more than ${maxConditions} conditions.`;
  throw new SearchError("QUERY_TOO_COMPLEX", message);
}

/** All comparisons of a condition. */
export function comparisonsIn(condition: Condition): readonly Comparison[] {
  if (condition.op === "compare") return [condition];
  const parts = condition.op === "not" ? [condition.part] : condition.parts;
  return parts.flatMap(comparisonsIn);
}

type Fields = ListDescription<never>["fields"];

/** @param depth how many levels of `and`, `or` and `not` it is within. */
function parseObject(part: InputPart, fields: Fields, depth: number): Condition {
  return join(
    "and",
    membersOf(part).map((member) => parseMember(member, fields, depth)),
  );
}

function parseMember(part: InputPart, fields: Fields, depth: number): Condition {
  const { name, path } = part;
  switch (name) {
    case "and":
    case "or":
    case "not": {
      if (depth === maxNesting) throw badInput(path, `at most ${depth} levels of nesting`);
      const parse = (inner: InputPart) => parseObject(inner, fields, depth + 1);
      if (name === "not") return negate(parse(part));
      return join(name, elementsOf(part).map(parse));
    }
    case "additionalData":
      return join("and", elementsOf(part).map(parseEntry));
    default: {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined) throw badInput(part.path, "a field of the list");
      return parseComparisons({ dimension: { field: name }, ...field }, membersOf(part));
    }
  }
}

/** Parses a condition on additional data: an identifier, and exactly one of `text`, `number`, `boolean` and `isNull`. */
function parseEntry(entry: InputPart): Condition {
  const members = membersOf(entry);
  const identifier = members.find(({ name }) => name === "identifier")?.given;
  const [part, ...others] = members.filter(({ name }) => name !== "identifier");
  if (typeof identifier !== "string") throw badInput(`${entry.path}.identifier`, "a string");
  const kind = part?.name;
  if (part && others.length === 0) {
    const dimension = { identifier: cutIdentifier(identifier) };
    if (kind === "isNull") return parseComparisons({ dimension, kind: "any" }, [part]);
    if (kind === "text" || kind === "number" || kind === "boolean") {
      return parseComparisons({ dimension, kind }, membersOf(part));
    }
  }
  throw badInput(entry.path, "exactly one of text, number, boolean and isNull");
}

function parseComparisons(target: ComparisonTarget, members: readonly InputPart[]): Condition {
  const { dimension, kind } = target;
  const comparisons = members.map((member) => parseComparison(target, member));
  // Without comparisons, the condition holds for every record. It keeps the kind, which `findPage` checks against the structure.
  const none: Condition = { op: "compare", dimension, kind, operator: "notIn", operand: new Set() };
  return join("and", comparisons.length > 0 ? comparisons : [none]);
}

function membersOf({ given, path }: InputPart): readonly InputPart[] {
  if (typeof given !== "object" || given === null) throw badInput(path, "an object");
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, given: value, path: `${path}.${name}` }));
}

function elementsOf({ name, given, path }: InputPart): readonly InputPart[] {
  if (!Array.isArray(given)) throw badInput(path, "a list");
  return given.map((element, index) => ({ name, given: element, path: `${path}[${index}]` }));
}

/** Joins parts into one flat condition. Empty parts are left out or merged, because they would only cost time to match. */
function join(op: "and" | "or", parts: readonly Condition[]): Condition {
  const flat = [...new Set(parts.flatMap((part) => (part.op === op ? part.parts : [part])))];
  const [first, ...others] = flat;
  if (first === undefined) return op === "and" ? always : never;
  // An `or` with one part stays an `or`, because facets ignore only conditions that are outside every `or`.
  return op === "and" && others.length === 0 ? first : { op, parts: flat };
}

function negate(part: Condition): Condition {
  if (part === always) return never;
  return part === never ? always : { op: "not", part };
}
