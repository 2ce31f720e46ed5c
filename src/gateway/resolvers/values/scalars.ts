import { GraphQLError, type ValueNode, valueFromASTUntyped } from "graphql";
import { parseDateTime } from "../../call/decode/date-string.ts";

/** How the schema's own scalars read values from a caller. A scalar that is not listed accepts any value. */
export const scalars = {
  DateTime: {
    __parseValue: (value: unknown) => checkDateTime(value),
    __parseLiteral: (node: ValueNode) => checkDateTime(valueFromASTUntyped(node), node),
  },
};

function checkDateTime(value: unknown, node?: ValueNode): string {
  if (typeof value === "string" && parseDateTime(value) !== null) return value;
  const message = "A DateTime is RFC 3339 text, such as `2026-03-01T09:30:00Z`.";
  throw new GraphQLError(message, { nodes: node ?? null });
}
