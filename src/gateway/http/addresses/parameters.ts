import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from "graphql";
import { refusal } from "../../answer/refusals.ts";
import type { Address, Parameter } from "./address.ts";

/** Names of what belongs in a header, because addresses end up in logs and histories. */
const secrets: ReadonlySet<string> = new Set([
  ...["key", "api_key", "apikey", "x-api-key"],
  ...["token", "access_token", "authorization"],
]);

class Mistake extends Error {}

/**
 * Reads variables from the parameters of an address.
 * @throws RefusedError 400 `BAD_USER_INPUT` that says what there is.
 */
export function readParameters(
  { parameters }: Address,
  search: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const names = new Set(search.keys());
  const mistakes: string[] = [];
  const variables: [string, unknown][] = [];
  for (const name of names) {
    const parameter = byName.get(name);
    if (parameter === undefined) {
      mistakes.push(
        secrets.has(name.toLowerCase()) ? secretRefused : `${name}: there is no such parameter`,
      );
      continue;
    }
    try {
      const value = readValue(parameter.type, search.getAll(name));
      // One that is null is left out.
      if (value === null) names.delete(name);
      else variables.push([name, value]);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      mistakes.push(`${name}: expected ${error.message}`);
    }
  }
  for (const { name, isRequired } of parameters) {
    if (isRequired && !names.has(name)) mistakes.push(`${name}: it is required`);
  }
  if (mistakes.length === 0) return Object.fromEntries(variables);
  const all = parameters.map(describe).join(", ") || "none";
  throw refusal(400, "BAD_USER_INPUT", `${mistakes.join("; ")}. Parameters: ${all}.`);
}

const secretRefused =
  "a key or token is sent in the header X-API-Key or Authorization, never in an address, which ends up in logs and histories";

function describe({ name, type, defaultValue }: Parameter): string {
  const preset = defaultValue === undefined ? "" : ` = ${JSON.stringify(defaultValue)}`;
  return `${name} (${type}${preset})`;
}

function readValue(type: GraphQLInputType, texts: readonly string[]): unknown {
  const nullable = getNullableType(type);
  const [text = "", another] = texts;
  if (isListType(nullable)) {
    if (another !== undefined || !text.startsWith("[")) {
      return texts.map((one) => readSingle(nullable.ofType, one));
    }
    const list = readJson(text, "a list in JSON");
    if (Array.isArray(list)) return list;
  }
  if (another !== undefined) throw new Mistake("one value, and it is there several times");
  return readSingle(type, text);
}

function readSingle(type: GraphQLInputType, text: string): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable) || isInputObjectType(nullable)) return readJson(text, "JSON");
  if (isEnumType(nullable)) {
    const options = nullable.getValues().map(({ name }) => name);
    if (options.includes(text)) return text;
    throw new Mistake(`one of ${options.join(", ")}`);
  }
  switch (nullable.name) {
    case "Boolean":
      if (text === "true" || text === "false") return text === "true";
      throw new Mistake("true or false");
    case "Int":
    case "SafeInt":
      return readNumber(text, /^-?\d+$/, "a whole number");
    case "Float":
      return readNumber(text, /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, "a number");
    case "JSON":
    case "JSONObject":
      return readJson(text, "JSON");
    default:
      return text;
  }
}

function readNumber(text: string, form: RegExp, expected: string): number {
  const value = Number(text);
  if (form.test(text) && Number.isFinite(value)) return value;
  throw new Mistake(expected);
}

function readJson(text: string, expected: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Mistake(expected);
  }
}
