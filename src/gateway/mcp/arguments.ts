import { parseDateTime } from "../call/decode/date-string.ts";
import { isJsonObject } from "../call/decode/json-values.ts";
import { type Argument, type Arguments, type InputSchema, ToolError } from "./tool.ts";

/**
 * Reads the arguments of a call: without nulls, and with defaults.
 * @throws ToolError that says of each mistake what is allowed.
 */
export function readArguments({ properties, required }: InputSchema, given: unknown): Arguments {
  const sent = isJsonObject(given) ? given : {};
  const mistakes: string[] = [];
  const read: [string, unknown][] = [];
  for (const [name, argument] of Object.entries(properties)) {
    const value = (Object.hasOwn(sent, name) ? sent[name] : null) ?? argument.default;
    if (value == null) {
      if (required.includes(name)) mistakes.push(`${name}: it is required`);
    } else if (accepts(argument, value)) read.push([name, value]);
    else mistakes.push(`${name}: expected ${describe(argument)}`);
  }
  const isUnknown = (name: string) => sent[name] !== null && !Object.hasOwn(properties, name);
  const unknown = Object.keys(sent).filter(isUnknown);
  if (unknown.length > 0) {
    const known = Object.keys(properties).join(", ") || "none";
    mistakes.push(`${unknown.join(", ")}: no such argument; there are: ${known}`);
  }
  if (mistakes.length > 0) throw new ToolError(mistakes.join("\n"));
  return Object.fromEntries(read);
}

type Kind = Omit<Argument, "description">;

function accepts(argument: Kind, value: unknown): boolean {
  const { type, items, enum: options, format, minimum, maximum } = argument;
  if (items !== undefined)
    return Array.isArray(value) && value.every((one) => one === null || accepts(items, one));
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

function describe({ type, items, enum: options, format, minimum, maximum }: Kind): string {
  if (options !== undefined) return `one of ${options.join(", ")}`;
  if (format === "date-time")
    return "a time that exists, with a zone, such as 2026-01-31T00:00:00Z";
  if (items !== undefined) return `a list, each ${describe(items)}`;
  const range = maximum === undefined ? "" : ` from ${minimum} to ${maximum}`;
  return `${type === "integer" ? "an" : "a"} ${type}${range}`;
}
