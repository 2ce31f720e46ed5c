import { wrongIdentifier } from "./errors.ts";
import type { Dimension } from "./table/column.ts";
import { cutIdentifier } from "./table/keys.ts";

export interface DimensionInput {
  readonly field: string;
  readonly identifier?: string | null | undefined;
}

/**
 * Parses a dimension.
 * @throws SearchError `BAD_USER_INPUT`
 */
export function parseDimension({ field, identifier }: DimensionInput, path: string): Dimension {
  const hasIdentifier = typeof identifier === "string";
  if (hasIdentifier !== (field === "additionalData")) throw wrongIdentifier(`${path}.identifier`);
  if (hasIdentifier) return { identifier: cutIdentifier(identifier) };
  return { field };
}
