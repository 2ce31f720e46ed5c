import type { GraphQLFormattedError } from "graphql";
import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from "graphql";
import { refusal } from "../../answer/refusals.ts";
import type { Address, Parameter } from "./address.ts";

// Names of what belongs in a header, because addresses end up in logs and histories.
const secrets: ReadonlySet<string> = new Set([
  ...["key", "api_key", "apikey", "x-api-key"],
  ...["token", "access_token", "authorization"],
]);

class Mistake extends Error {}

// Nobody reads more of them.
const maxMistakes = 10;

/**
 * Reads variables from the parameters of an address, as a JSON object. Values in JSON stay as they
 * were sent, which keeps their digits, and to write deeply nested ones again would fail.
 * @throws RefusedError 400 `BAD_USER_INPUT` that says what there is.
 */
export function readParameters({ parameters }: Address, search: URLSearchParams): string {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const names = new Set(search.keys());
  const mistakes: string[] = [];
  const variables = new Map<string, string>();
  for (const name of names) {
    const parameter = byName.get(name);
    if (parameter === undefined) {
      mistakes.push(
        secrets.has(name.toLowerCase()) ? secretRefused : `${name}: there is no such parameter`,
      );
      continue;
    }
    try {
      const json = toJson(parameter.type, search.getAll(name));
      if (json.trim() !== "null") variables.set(name, json);
      else if (parameter.isRequired) mistakes.push(`${name}: it is required`);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      mistakes.push(`${name}: expected ${error.message}`);
    }
  }
  for (const { name, isRequired } of parameters) {
    if (isRequired && !names.has(name)) mistakes.push(`${name}: it is required`);
  }
  if (mistakes.length === 0) {
    return `{${[...variables].map(([name, json]) => `"${name}":${json}`).join()}}`;
  }
  const some = mistakes.slice(0, maxMistakes).join("; ");
  throw refusal(400, "BAD_USER_INPUT", `${some}. ${listParameters(parameters)}`);
}

// Says in the words of an address what GraphQL says of a variable.
export function explainVariable(
  error: GraphQLFormattedError,
  { parameters }: Address,
): GraphQLFormattedError {
  const [, name, what] = /^Variable "\$(\w+)" (.*?)\.?$/s.exec(error.message) ?? [];
  if (name === undefined) return error;
  const { extensions } = error;
  const message = `${name}: ${what}. ${listParameters(parameters)}`;
  return { message, ...(extensions && { extensions }) };
}

function listParameters(parameters: readonly Parameter[]): string {
  return `Parameters: ${parameters.map(describe).join(", ") || "none"}.`;
}

const secretRefused =
  "a key or token is sent in the header X-API-Key or Authorization, never in an address, which ends up in logs and histories";

function describe({ name, type, defaultValue }: Parameter): string {
  const preset = defaultValue === undefined ? "" : ` = ${JSON.stringify(defaultValue)}`;
  return `${name} (${type}${preset})`;
}

function toJson(type: GraphQLInputType, texts: readonly string[]): string {
  const nullable = getNullableType(type);
  const [text = "", another] = texts;
  if (isListType(nullable)) {
    if (another === undefined && text.startsWith("[")) return checkJson(text, "a list in JSON");
    return `[${texts.map((one) => toSingleJson(nullable.ofType, one)).join()}]`;
  }
  if (another !== undefined) throw new Mistake("one value, and it is there several times");
  return toSingleJson(type, text);
}

function toSingleJson(type: GraphQLInputType, text: string): string {
  const nullable = getNullableType(type);
  if (isListType(nullable) || isInputObjectType(nullable)) return checkJson(text, "JSON");
  if (isEnumType(nullable)) {
    const options = nullable.getValues().map(({ name }) => name);
    return check(options.includes(text), JSON.stringify(text), `one of ${options.join(", ")}`);
  }
  switch (nullable.name) {
    case "Boolean":
      return check(/^(true|false)$/.test(text), text, "true or false");
    case "Int":
    case "SafeInt":
      return check(/^-?(0|[1-9]\d*)$/.test(text), text, "a whole number");
    case "Float":
      return check(/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text), text, "a number");
    case "JSON":
    case "JSONObject":
    case "_Any":
      return checkJson(text, "JSON");
    default:
      return JSON.stringify(text);
  }
}

function check(isRight: boolean, json: string, expected: string): string {
  if (isRight) return json;
  throw new Mistake(expected);
}

function checkJson(text: string, expected: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new Mistake(expected);
  }
}
