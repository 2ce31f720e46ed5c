import { badInput, SearchError } from "../errors.ts";
import type { List } from "../table/table.ts";
import { type Compared, type Comparison, type Part, parseComparison } from "./comparison.ts";

/** A condition on records. What always holds is an `and` of nothing, what never does an `or` of nothing. */
export type Condition =
  | { readonly op: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly op: "not"; readonly part: Condition }
  | Comparison;

const mostConditions = 1_000;
const deepestNesting = 10;
const always: Condition = { op: "and", parts: [] };
const never: Condition = { op: "or", parts: [] };

/** Reads a filter; none holds for every record. What is undefined in it is not there. Throws `SearchError`. */
export function parseFilter<Row>({ fields }: List<Row>, given: unknown): Condition {
  if (given === null || given === undefined) return always;
  const condition = parseObject({ name: "filter", given, path: "filter" }, { fields, depth: 0 });
  if (comparisonsIn(condition).length <= mostConditions) return condition;
  const message = `\`filter\` has more than ${mostConditions} conditions.`;
  throw new SearchError("QUERY_TOO_COMPLEX", message);
}

/** All comparisons of a condition. */
export function comparisonsIn(condition: Condition): readonly Comparison[] {
  if (condition.op === "compare") return [condition];
  const parts = condition.op === "not" ? [condition.part] : condition.parts;
  return parts.flatMap(comparisonsIn);
}

interface Context {
  readonly fields: List<never>["fields"];
  /** How many of `and`, `or` and `not` are around. */
  readonly depth: number;
}

function parseObject(part: Part, context: Context): Condition {
  const conditions = membersOf(part).map((member) => parseMember(member, context));
  return join("and", conditions);
}

function parseMember(part: Part, { fields, depth }: Context): Condition {
  const { name, path } = part;
  const inner = { fields, depth: depth + 1 };
  switch (name) {
    case "and":
    case "or":
    case "not": {
      if (depth === deepestNesting) {
        throw badInput(
          path,
          `at most ${deepestNesting} of \`and\`, \`or\` and \`not\` within one another`,
        );
      }
      if (name === "not") return negate(parseObject(part, inner));
      const conditions = elementsOf(part).map((element) => parseObject(element, inner));
      return join(name, conditions);
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

/** A condition on additional data: an identifier, and exactly one of the kinds and `isNull`. */
function parseEntry(entry: Part): Condition {
  const members = Map.groupBy(membersOf(entry), ({ name }) => name === "identifier");
  const identifier = members.get(true)?.[0]?.given;
  const [part, ...others] = members.get(false) ?? [];
  if (typeof identifier !== "string") throw badInput(`${entry.path}.identifier`, "a text");
  const kind = part?.name;
  if (part && others.length === 0) {
    const dimension = { identifier };
    if (kind === "isNull") return parseComparisons({ dimension, kind: "any" }, [part]);
    if (kind === "text" || kind === "number" || kind === "boolean") {
      return parseComparisons({ dimension, kind }, membersOf(part));
    }
  }
  throw badInput(entry.path, "exactly one of text, number, boolean and isNull");
}

function parseComparisons(compared: Compared, members: readonly Part[]): Condition {
  const { dimension, kind } = compared;
  const comparisons = members.map((member) => parseComparison(compared, member));
  // What compares with nothing always holds, and still tells as what the values are taken.
  const none: Condition = { op: "compare", dimension, kind, operator: "notIn", operand: new Set() };
  return join("and", comparisons.length > 0 ? comparisons : [none]);
}

function membersOf({ given, path }: Part): readonly Part[] {
  if (typeof given !== "object" || given === null) throw badInput(path, "an object");
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, given: value, path: `${path}.${name}` }));
}

function elementsOf({ name, given, path }: Part): readonly Part[] {
  if (!Array.isArray(given)) throw badInput(path, "a list");
  return given.map((element, index) => ({ name, given: element, path: `${path}[${index}]` }));
}

/** Parts as one condition, as flat as can be: what says nothing, however often, costs nothing to match. */
function join(op: "and" | "or", parts: readonly Condition[]): Condition {
  const flat = [...new Set(parts.flatMap((part) => (part.op === op ? part.parts : [part])))];
  const [first, ...others] = flat;
  if (first === undefined) return op === "and" ? always : never;
  // An `or` of one keeps its part to itself: a facet leaves out what must hold, and nothing else.
  return op === "and" && others.length === 0 ? first : { op, parts: flat };
}

function negate(part: Condition): Condition {
  if (part === always) return never;
  return part === never ? always : { op: "not", part };
}
