import type { Dimension } from "./column.ts";
import { type Comparison, parseComparison, type ReadValue } from "./comparison.ts";
import { badInput, SearchError } from "./errors.ts";
import type { List } from "./table.ts";
import type { Kind } from "./values.ts";

/** A condition on records. Within `and` there is no other `and`, and `or`, `and` of nothing stand alone. */
export type Condition =
  | { readonly op: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly op: "not"; readonly part: Condition }
  | Comparison;

/** Where a query names additional data: held against the structure once there is one. */
export interface Mention {
  readonly identifier: string;
  /** As what the values are read; `any` where the query leaves it open. */
  readonly kind: Kind | "any";
  readonly path: string;
}

/** A filter, read. */
export interface Filter {
  readonly condition: Condition;
  readonly mentions: readonly Mention[];
}

const mostConditions = 1_000;
const deepestNesting = 10;
const always: Condition = { op: "and", parts: [] };
const never: Condition = { op: "or", parts: [] };

/**
 * Reads a filter: an object of field names with their comparisons, and of `additionalData`, `and`, `or` and `not`. What is
 * undefined is not there. No filter holds for every record.
 * @throws SearchError
 */
export function parseFilter<Row>(list: List<Row>, given: unknown): Filter {
  if (given === null || given === undefined) return { condition: always, mentions: [] };
  const reading: Reading = { list, mentions: [], conditions: 0 };
  const condition = parseObject(reading, given, { path: "filter", depth: 0 });
  return { condition, mentions: reading.mentions };
}

/** What is gathered while a filter is read. */
interface Reading {
  readonly list: Pick<List<never>, "fields">;
  readonly mentions: Mention[];
  conditions: number;
}

interface Place {
  readonly path: string;
  /** How many of `and`, `or` and `not` are around it. */
  readonly depth: number;
}

function parseObject(reading: Reading, given: unknown, place: Place): Condition {
  if (place.depth > deepestNesting) {
    throw badInput(place.path, `at most ${deepestNesting} filters within one another`);
  }
  return all(
    membersOf(given, place.path).map(([name, value]) => {
      const path = `${place.path}.${name}`;
      return parseMember(reading, [name, value], { ...place, path });
    }),
  );
}

function parseMember(
  reading: Reading,
  [name, given]: readonly [string, unknown],
  { path, depth }: Place,
): Condition {
  const inner = { path, depth: depth + 1 };
  switch (name) {
    case "and":
      return all(parseList(reading, given, inner));
    case "or":
      return any(parseList(reading, given, inner));
    case "not":
      return negate(parseObject(reading, given, inner));
    case "additionalData":
      return all(
        listOf(given, path).map((entry, index) => parseEntry(reading, entry, `${path}[${index}]`)),
      );
    default:
      return parseField(reading, [name, given], path);
  }
}

function parseList(reading: Reading, given: unknown, { path, depth }: Place): Condition[] {
  return listOf(given, path).map((part, index) =>
    parseObject(reading, part, { path: `${path}[${index}]`, depth }),
  );
}

function parseField(
  reading: Reading,
  [name, given]: readonly [string, unknown],
  path: string,
): Condition {
  const { fields } = reading.list;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) throw badInput(path, "a field of the list");
  const { kind, readOperand } = field;
  return parseComparisons(reading, { dimension: { field: name }, kind, readOperand }, given, path);
}

/** A condition on additional data: an identifier, and exactly one of the kinds and `isNull`. */
function parseEntry(reading: Reading, given: unknown, path: string): Condition {
  const members = membersOf(given, path);
  const { identifier } = Object.fromEntries(members);
  const [first, ...others] = members.filter(([name]) => name !== "identifier");
  if (typeof identifier !== "string") throw badInput(`${path}.identifier`, "a text");
  if (first === undefined || others.length > 0) {
    throw badInput(path, "exactly one of text, number, boolean and isNull");
  }
  const dimension = { identifier };
  const [name, comparisons] = first;
  if (name === "isNull") {
    reading.mentions.push({ identifier, kind: "any", path });
    return parseComparisons(reading, { dimension, kind: "any" }, { isNull: comparisons }, path);
  }
  if (name !== "text" && name !== "number" && name !== "boolean") {
    throw badInput(`${path}.${name}`, "one of text, number, boolean and isNull");
  }
  reading.mentions.push({ identifier, kind: name, path });
  return parseComparisons(reading, { dimension, kind: name }, comparisons, `${path}.${name}`);
}

interface Compared {
  readonly dimension: Dimension;
  readonly kind: Kind | "any";
  readonly readOperand?: ReadValue | undefined;
}

function parseComparisons(
  reading: Reading,
  { dimension, kind, readOperand }: Compared,
  given: unknown,
  path: string,
): Condition {
  const members = membersOf(given, path);
  reading.conditions += members.length;
  if (reading.conditions > mostConditions) {
    const message = `\`filter\` has more than ${mostConditions} conditions.`;
    throw new SearchError("QUERY_TOO_COMPLEX", message);
  }
  return all(
    members.map((member) =>
      parseComparison({ dimension, kind }, member, {
        path: `${path}.${member[0]}`,
        ...(readOperand && { readValue: readOperand }),
      }),
    ),
  );
}

/** The members of an input object that were given. No null is allowed in a filter. */
function membersOf(given: unknown, path: string): readonly (readonly [string, unknown])[] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw badInput(path, "an object");
  }
  const members = Object.entries(given).filter(([, value]) => value !== undefined);
  const empty = members.find(([, value]) => value === null);
  if (empty !== undefined) throw badInput(`${path}.${empty[0]}`, "a value, not null");
  return members;
}

function listOf(given: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(given)) throw badInput(path, "a list");
  return given;
}

/** What holds where all parts hold. What is settled is settled here, so that no more is matched than was asked. */
function all(parts: readonly Condition[]): Condition {
  const flat = parts.flatMap((part) => (part.op === "and" ? part.parts : [part]));
  if (flat.includes(never)) return never;
  const [first = always, ...others] = flat;
  return others.length === 0 ? first : { op: "and", parts: flat };
}

function any(parts: readonly Condition[]): Condition {
  const open = parts.filter((part) => part !== never);
  if (open.includes(always)) return always;
  const [first = never, ...others] = open;
  return others.length === 0 ? first : { op: "or", parts: open };
}

function negate(part: Condition): Condition {
  if (part === always) return never;
  return part === never ? always : { op: "not", part };
}
