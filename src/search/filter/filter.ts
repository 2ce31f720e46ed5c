import { badInput, SearchError } from "../errors.ts";
import {
  chooseLinks,
  type Direction,
  describeLinks,
  type JoinedList,
  type Joins,
  type Link,
  linksBetween,
  noJoins,
} from "../joins/link.ts";
import type { Dimension } from "../table/column.ts";
import { cutIdentifier } from "../table/keys.ts";
import {
  type Comparison,
  type ComparisonTarget,
  type InputPart,
  parseComparison,
} from "./comparison.ts";

/**
 * A condition on records. An `and` without parts holds for all records, an `or` without parts for
 * none.
 */
export type Condition =
  | { readonly op: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly op: "not"; readonly part: Condition }
  | Leaf;

type Leaf = Comparison | JoinCondition;

/**
 * A condition on a list that is joined. Its text is the same for the same condition on the same
 * list.
 */
export type JoinCondition = NamesCondition | LinkedCondition;

export interface NamesCondition {
  readonly op: "names";
  readonly dimension: Extract<Dimension, { readonly identifier: string }>;
  readonly kind: "any";
  readonly link: Link;
  readonly condition: Condition;
  readonly text: string;
}

export interface LinkedCondition {
  readonly op: "linked";
  readonly direction: Direction;
  readonly links: readonly Link[];
  /** Holds for at least one row that names this one. Null: not asked for. */
  readonly some: Condition | null;
  /** Holds for no row that names this one. Null: not asked for. */
  readonly none: Condition | null;
  readonly text: string;
}

const maxConditions = 1_000;
const maxNesting = 10;
const maxJoins = 2;
const always: Condition = { op: "and", parts: [] };
const never: Condition = { op: "or", parts: [] };

/**
 * Parses a filter. A missing one holds for every record. Undefined members are ignored.
 * @throws SearchError `BAD_USER_INPUT`, or `QUERY_TOO_COMPLEX` for too many conditions.
 */
export function parseFilter(
  list: JoinedList["list"],
  given: unknown,
  joins: Joins = noJoins,
): Condition {
  if (given === null || given === undefined) return always;
  const place = { list, joins, depth: 0, joinDepth: 0 };
  const condition = parseObject({ name: "filter", given, path: "filter" }, place);
  if (countConditions(condition) <= maxConditions) return condition;
  const message = `\`filter\` has more than ${maxConditions} conditions.`;
  throw new SearchError("QUERY_TOO_COMPLEX", message);
}

export function leavesOf(condition: Condition): readonly Leaf[] {
  switch (condition.op) {
    case "and":
    case "or":
      return condition.parts.flatMap(leavesOf);
    case "not":
      return leavesOf(condition.part);
    default:
      return [condition];
  }
}

export function joinsIn(condition: Condition): readonly JoinCondition[] {
  return leavesOf(condition).flatMap((leaf) =>
    leaf.op === "compare" ? [] : [leaf, ...conditionsWithin(leaf).flatMap(joinsIn)],
  );
}

function countConditions(condition: Condition): number {
  const inner = joinsIn(condition).flatMap(conditionsWithin);
  return [condition, ...inner].reduce((count, one) => count + leavesOf(one).length, 0);
}

function conditionsWithin(join: JoinCondition): readonly Condition[] {
  if (join.op === "names") return [join.condition];
  return [join.some, join.none].filter((condition) => condition !== null);
}

interface Place {
  readonly list: JoinedList["list"];
  readonly joins: Joins;
  readonly depth: number;
  readonly joinDepth: number;
}

function parseObject(part: InputPart, place: Place): Condition {
  return join(
    "and",
    membersOf(part).map((member) => parseMember(member, place)),
  );
}

function parseMember(part: InputPart, place: Place): Condition {
  const { name, path } = part;
  switch (name) {
    case "and":
    case "or":
    case "not": {
      const { depth } = place;
      if (depth === maxNesting) throw badInput(path, `at most ${depth} levels of nesting`);
      const parse = (inner: InputPart) => parseObject(inner, { ...place, depth: depth + 1 });
      if (name === "not") return negate(parse(part));
      return join(name, elementsOf(part).map(parse));
    }
    case "additionalData":
      return join(
        "and",
        elementsOf(part).map((entry) => parseEntry(entry, place)),
      );
    case "data":
      return join(
        "and",
        membersOf(part).map((member) => parseNamed(member, place)),
      );
    default: {
      const joined = place.joins.lists.find(({ linkedMember }) => linkedMember === name);
      if (joined !== undefined) return parseLinked(part, joined.list, place);
      const { fields } = place.list;
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined) throw badInput(part.path, "a field of the list");
      return parseComparisons({ dimension: { field: name }, ...field }, membersOf(part));
    }
  }
}

/**
 * Parses a condition on additional data: an identifier, and exactly one of the kinds of comparison,
 * the lists to join and `isNull`.
 */
function parseEntry(entry: InputPart, place: Place): Condition {
  const members = membersOf(entry);
  const identifier = members.find(({ name }) => name === "identifier")?.given;
  const [part, ...others] = members.filter(({ name }) => name !== "identifier");
  if (typeof identifier !== "string") throw badInput(`${entry.path}.identifier`, "a string");
  if (part && others.length === 0) {
    const condition = parseData(part, { identifier, path: `${entry.path}.identifier` }, place);
    if (condition !== null) return condition;
  }
  const lists = place.joins.lists.map(({ list }) => list.name);
  const kinds = ["text", "number", "boolean", "date", ...lists];
  throw badInput(entry.path, `exactly one of ${kinds.join(", ")} and isNull`);
}

function parseNamed({ name, given, path }: InputPart, place: Place): Condition {
  const { named } = place.joins.lists.find(({ list }) => list.name === place.list.name) ?? {};
  const { identifier, kind } = named?.get(name) ?? {};
  if (identifier !== undefined && kind !== undefined) {
    const part = { name: kind, given, path };
    const condition = parseData(part, { identifier, path, label: `data.${name}` }, place);
    if (condition !== null) return condition;
  }
  throw badInput(path, "a field of the list");
}

/** Parses the comparison of a kind; null if there is no such kind. */
function parseData(
  part: InputPart,
  {
    identifier,
    label,
    path,
  }: {
    readonly identifier: string;
    readonly path: string;
    readonly label?: string;
  },
  place: Place,
): Condition | null {
  const dimension = { identifier: cutIdentifier(identifier) };
  const { name: kind } = part;
  switch (kind) {
    case "isNull":
      return parseComparisons({ dimension, kind: "any", label }, [part]);
    case "text":
    case "number":
    case "boolean":
      return parseComparisons({ dimension, kind, label }, membersOf(part));
    case "date": {
      const { readTime } = place.list;
      return parseComparisons({ dimension, kind, label, readOperand: readTime }, membersOf(part));
    }
    default: {
      const named = place.joins.lists.find(({ list }) => list.name === kind)?.list;
      return named ? parseNames(part, { identifier, named, path }, place) : null;
    }
  }
}

function parseNames(
  part: InputPart,
  {
    identifier,
    named,
    path,
  }: {
    readonly identifier: string;
    readonly named: JoinedList["list"];
    readonly path: string;
  },
  place: Place,
): Condition {
  const direction = { from: place.list.name, to: named.name };
  const links = linksBetween(place.joins, direction);
  const link = links.find((one) => one.identifier === identifier);
  if (link === undefined) throw badInput(path, describeLinks(links, direction));
  const condition = parseJoined(part, named, place);
  const dimension = { identifier: cutIdentifier(identifier) };
  const text = JSON.stringify([identifier, named.name, part.given]);
  return { op: "names", dimension, kind: "any", link, condition, text };
}

/**
 * Parses a condition on the rows of a list that name a row: `some`, `none` or both, and perhaps the
 * identifier of one link.
 */
function parseLinked(part: InputPart, list: JoinedList["list"], place: Place): Condition {
  const { identifier, some, none } = Object.fromEntries(
    membersOf(part).map((member) => [member.name, member]),
  );
  const direction = { from: list.name, to: place.list.name };
  const links = chooseLinks(place.joins, direction, identifier);
  const parse = (inner: InputPart) => parseJoined(inner, list, place);
  // Without either, any row will do.
  const wanted = some ?? (none === undefined ? { ...part, given: {} } : undefined);
  return {
    op: "linked",
    direction,
    links,
    some: wanted === undefined ? null : parse(wanted),
    none: none === undefined ? null : parse(none),
    text: JSON.stringify([list.name, part.given]),
  };
}

function parseJoined(part: InputPart, list: JoinedList["list"], place: Place): Condition {
  if (place.joinDepth === maxJoins) {
    throw badInput(part.path, `at most ${maxJoins} joins within one another`);
  }
  return parseObject(part, { ...place, list, joinDepth: place.joinDepth + 1 });
}

function parseComparisons(target: ComparisonTarget, members: readonly InputPart[]): Condition {
  const { dimension, kind, label } = target;
  const comparisons = members.map((member) => parseComparison(target, member));
  // Without comparisons, the condition holds for every record. It keeps the kind, which `findPage`
  // checks against the structure.
  const none: Condition = {
    op: "compare",
    dimension,
    kind,
    label,
    operator: "notIn",
    operand: new Set(),
  };
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

/** Empty parts are left out or merged, because they would only cost time. */
function join(op: "and" | "or", parts: readonly Condition[]): Condition {
  const flat = [...new Set(parts.flatMap((part) => (part.op === op ? part.parts : [part])))];
  const [first, ...others] = flat;
  if (first === undefined) return op === "and" ? always : never;
  // An `or` with one part stays an `or`, because facets ignore only conditions that are outside
  // every `or`.
  return op === "and" && others.length === 0 ? first : { op, parts: flat };
}

function negate(part: Condition): Condition {
  if (part === always) return never;
  return part === never ? always : { op: "not", part };
}
