import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLID,
  type GraphQLLeafType,
  GraphQLString,
} from "graphql";
import type { TypePlan } from "./plan.ts";

// Up to this length, looking for characters to escape is faster than `JSON.stringify`.
const maxScannedLength = 48;

export function quote(text: string): string {
  const { length } = text;
  if (length > maxScannedLength) return JSON.stringify(text);
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    const isControl = code < 0x20;
    const isQuoteOrBackslash = code === 0x22 || code === 0x5c;
    const isSurrogate = (code & 0xf800) === 0xd800;
    if (isControl || isQuoteOrBackslash || isSurrogate) return JSON.stringify(text);
  }
  return `"${text}"`;
}

const plans = new WeakMap<GraphQLLeafType, TypePlan>();

export function leafPlanOf(type: GraphQLLeafType): TypePlan {
  let plan = plans.get(type);
  if (plan === undefined) {
    plan = { isNullable: true, kind: "leaf", write: createLeafWriter(type) };
    plans.set(type, plan);
  }
  return plan;
}

// Values that serialization would not change skip it.
function createLeafWriter(type: GraphQLLeafType): (value: unknown) => string {
  const unchangedType = unchanged.get(type.name);
  return (value) => writeJson(typeof value === unchangedType ? value : serialize(type, value));
}

// What the built-in scalars serialize to itself.
const unchanged: ReadonlyMap<string, "string" | "boolean"> = new Map([
  [GraphQLID.name, "string"],
  [GraphQLString.name, "string"],
  [GraphQLBoolean.name, "boolean"],
]);

function writeJson(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "boolean":
      return value ? "true" : "false";
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
    default:
      return JSON.stringify(value);
  }
}

function serialize(type: GraphQLLeafType, value: unknown): unknown {
  const serialized = type.serialize(value);
  if (serialized === null || serialized === undefined) {
    throw new GraphQLError(`${type.name} returned nothing for a value that is not null.`);
  }
  return serialized;
}
