import type { Pool, VariableModel } from "./document.ts";

export const variableNames: Readonly<Record<Pool, readonly string[]>> = {
  condition: ["a", "b", "toString"],
  id: ["id", "constructor", "__proto__"],
  ids: ["ids", "isPrototypeOf"],
  int: ["first", "valueOf", "n"],
  text: ["text", "hasOwnProperty", "after"],
  subject: ["of", "__defineGetter__"],
  any: ["any", "propertyIsEnumerable"],
  anys: ["representations", "toLocaleString"],
  tagFilter: ["filter", "__lookupGetter__"],
  terminalFilter: ["terminalFilter"],
  tagOrders: ["orderBy"],
  terminalOrders: ["terminalOrders"],
};

const variableTypes: Readonly<Record<Pool, string>> = {
  condition: "Boolean",
  id: "ID",
  ids: "[ID!]",
  int: "Int",
  text: "String",
  subject: "AdditionalDataSubject",
  any: "_Any",
  anys: "[_Any!]",
  tagFilter: "TagFilter",
  terminalFilter: "TerminalFilter",
  tagOrders: "[TagOrder!]",
  terminalOrders: "[TerminalOrder!]",
};

/** Defaults for variables that need one to be valid and have none. */
const fallbacks: Readonly<Record<Pool, string>> = {
  condition: "true",
  id: '"t1"',
  ids: "[]",
  int: "1",
  text: '"note"',
  subject: "TAG",
  any: '{ __typename: "Tag", tagId: "t1" }',
  anys: "[]",
  tagFilter: "{}",
  terminalFilter: "{}",
  tagOrders: "[]",
  terminalOrders: "[]",
};

/**
 * Writes the type of a variable, with its default if it has one.
 * @param isStrict whether the variable is used where null is not allowed.
 */
export function writeDefinition(
  pool: Pool,
  { isRequired, fallback }: VariableModel,
  isStrict: boolean,
): string {
  const type = `${variableTypes[pool]}${isRequired ? "!" : ""}`;
  const isNull = fallback === null || fallback === "null";
  // Where null is not allowed, a nullable type needs a default that is not null.
  const written = isStrict && !isRequired && isNull ? fallbacks[pool] : fallback;
  return written === null ? type : `${type} = ${written}`;
}
