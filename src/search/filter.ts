import { type Compared, type Comparison, listOf, parseComparison } from "./comparison.ts";
import { badInput, SearchError } from "./errors.ts";
import type { List } from "./table.ts";

/** A condition on records. What always holds is an `and` of nothing, what never does an `or` of nothing. */
export type Condition =
  | { readonly op: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly op: "not"; readonly part: Condition }
  | Comparison;

const mostConditions = 1_000;
const deepestNesting = 10;
const always: Condition = { op: "and", parts: [] };
const never: Condition = { op: "or", parts: [] };

/**
 * Reads a filter: an object of field names with their comparisons, and of `additionalData`, `and`, `or` and `not`. What is
 * undefined is not there. No filter holds for every record.
 * @throws SearchError
 */
export function parseFilter<Row>({ fields }: List<Row>, given: unknown): Condition {
  if (given === null || given === undefined) return always;
  const condition = parseObject(given, { fields, path: "filter", depth: 0 });
  if (comparisonsIn(condition).length <= mostConditions) return condition;
  const message = `\`filter\` has more than ${mostConditions} conditions.`;
  throw new SearchError("QUERY_TOO_COMPLEX", message);
}

/** All comparisons of a condition. */
export function comparisonsIn(condition: Condition): readonly Comparison[] {
  if (condition.op === "compare") return [condition];
  return condition.op === "not"
    ? comparisonsIn(condition.part)
    : condition.parts.flatMap(comparisonsIn);
}

/** Where something stands in the filter, with how many of `and`, `or` and `not` around it. */
interface Place {
  readonly fields: List<never>["fields"];
  readonly path: string;
  readonly depth: number;
}

function parseObject(given: unknown, place: Place): Condition {
  const { path, depth } = place;
  if (depth > deepestNesting) throw badInput(path, `at most ${deepestNesting} filters around it`);
  return join(
    "and",
    membersOf(given, path).map((member) => {
      return parseMember(member, { ...place, path: `${path}.${member[0]}` });
    }),
  );
}

function parseMember([name, given]: readonly [string, unknown], place: Place): Condition {
  const { fields, path, depth } = place;
  const inner = { ...place, depth: depth + 1 };
  switch (name) {
    case "and":
    case "or":
      return join(
        name,
        listOf(given, path).map((part, index) =>
          parseObject(part, { ...inner, path: `${path}[${index}]` }),
        ),
      );
    case "not":
      return negate(parseObject(given, inner));
    case "additionalData":
      return join(
        "and",
        listOf(given, path).map((entry, index) => parseEntry(entry, `${path}[${index}]`)),
      );
    default: {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined) throw badInput(path, "a field of the list");
      return parseComparisons({ dimension: { field: name }, ...field }, given, path);
    }
  }
}

/** A condition on additional data: an identifier, and exactly one of the kinds and `isNull`. */
function parseEntry(entry: unknown, path: string): Condition {
  const { identifier, ...others } = Object.fromEntries(membersOf(entry, path));
  const [[name, given] = [], ...more] = Object.entries(others);
  if (typeof identifier !== "string") throw badInput(`${path}.identifier`, "a text");
  const dimension = { identifier };
  if (more.length === 0 && name === "isNull") {
    return parseComparisons({ dimension, kind: "any" }, others, path);
  }
  if (more.length === 0 && (name === "text" || name === "number" || name === "boolean")) {
    return parseComparisons({ dimension, kind: name }, given, `${path}.${name}`);
  }
  throw badInput(path, "exactly one of text, number, boolean and isNull");
}

function parseComparisons(compared: Compared, given: unknown, path: string): Condition {
  const members = membersOf(given, path);
  if (members.length > 0) {
    return join(
      "and",
      members.map((one) => parseComparison(compared, one, `${path}.${one[0]}`)),
    );
  }
  // It always holds, and still tells as what kind the values are taken.
  const { dimension, kind } = compared;
  return { op: "compare", dimension, kind, operator: "notIn", operand: new Set() };
}

/** The members that an object was given. There is no null in a filter. */
function membersOf(given: unknown, path: string): readonly (readonly [string, unknown])[] {
  if (typeof given !== "object" || given === null) throw badInput(path, "an object");
  const members = Object.entries(given).filter(([, value]) => value !== undefined);
  const empty = members.find(([, value]) => value === null);
  if (empty !== undefined) throw badInput(`${path}.${empty[0]}`, "a value, not null");
  return members;
}

/** Parts as one condition, as flat as can be: however many say nothing, they cost nothing to match. */
function join(op: "and" | "or", parts: readonly Condition[]): Condition {
  const flat = new Set(parts.flatMap((part) => (part.op === op ? part.parts : [part])));
  const [first, ...others] = flat;
  if (first === undefined) return op === "and" ? always : never;
  return others.length === 0 ? first : { op, parts: [...flat] };
}

function negate(part: Condition): Condition {
  if (part === always) return never;
  return part === never ? always : { op: "not", part };
}
