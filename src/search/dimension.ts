import { badInput, wrongIdentifier } from "./errors.ts";
import type { Dimension } from "./table/column.ts";
import { cutIdentifier } from "./table/keys.ts";
import type { ListDescription } from "./table/table.ts";

export interface DimensionInput {
  readonly field: string;
  readonly identifier?: string | null | undefined;
}

/**
 * Parses a dimension.
 * @throws SearchError `BAD_USER_INPUT`
 */
export function parseDimension<Row>(
  { fields }: ListDescription<Row>,
  { field, identifier }: DimensionInput,
  path: string,
): Dimension {
  const hasIdentifier = typeof identifier === "string";
  if (hasIdentifier !== (field === "additionalData")) throw wrongIdentifier(`${path}.identifier`);
  if (hasIdentifier) return { identifier: cutIdentifier(identifier) };
  if (!Object.hasOwn(fields, field)) throw badInput(`${path}.field`, "a field of the list");
  return { field };
}
