import { parseDateTime } from "../registry-client/date-string.ts";
import { isJsonObject, type JsonObject } from "../registry-client/json-values.ts";

/** JSON Schema of a flat object: the variables of a query, or the arguments of a tool. */
export interface FlatSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, FlatMember>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export interface FlatMember extends FlatType {
  readonly description: string;
  readonly default?: unknown;
}

export interface FlatType {
  readonly type: "string" | "integer" | "number" | "boolean" | "array";
  readonly items?: FlatType;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** How a mistake names what a time must be. */
export const expectedTime = "a time that exists, with a zone, such as 2026-01-31T00:00:00Z";

/** Its members without nulls and with defaults; or what is allowed instead, for each mistake. */
export function readFlat(
  { properties, required = [] }: FlatSchema,
  given: unknown,
): JsonObject | string[] {
  const sent = isJsonObject(given) ? given : {};
  const mistakes: string[] = [];
  const read: [string, unknown][] = [];
  for (const [name, member] of Object.entries(properties)) {
    const value = (Object.hasOwn(sent, name) ? sent[name] : null) ?? member.default;
    if (value == null) {
      if (required.includes(name)) mistakes.push(`${name}: it is required`);
    } else if (accepts(member, value)) read.push([name, value]);
    else mistakes.push(`${name}: expected ${describe(member)}`);
  }
  const isUnknown = (name: string) => sent[name] !== null && !Object.hasOwn(properties, name);
  const unknown = Object.keys(sent).filter(isUnknown);
  if (unknown.length > 0) {
    const known = Object.keys(properties).join(", ") || "none";
    mistakes.push(`${unknown.join(", ")}: no such argument; there are: ${known}`);
  }
  return mistakes.length > 0 ? mistakes : Object.fromEntries(read);
}

function accepts(flat: FlatType, value: unknown): boolean {
  const { type, items, enum: options, format, minimum, maximum } = flat;
  if (items !== undefined) return Array.isArray(value) && value.every((one) => accepts(items, one));
  if (typeof value === "string") {
    if (format === "date-time" && parseDateTime(value) === null) return false;
    return type === "string" && (options?.includes(value) ?? true);
  }
  if (type === "string" || type === "boolean") return typeof value === type;
  // JSON can write numbers that are infinite when they are read.
  const fits = type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
  const number = fits ? Number(value) : Number.NaN;
  return number >= (minimum ?? -Number.MAX_VALUE) && number <= (maximum ?? Number.MAX_VALUE);
}

function describe({ type, items, enum: options, format, minimum, maximum }: FlatType): string {
  if (options !== undefined) return `one of ${options.join(", ")}`;
  if (format === "date-time") return expectedTime;
  if (items !== undefined) return `a list, each ${describe(items)}`;
  const range = maximum === undefined ? "" : ` from ${minimum} to ${maximum}`;
  return `${type === "integer" ? "an" : "a"} ${type}${range}`;
}
