export interface ItemKeys {
  readonly identifier: string;
  /** Tried if the record does not have the identifier as a key. Null if there is none. */
  readonly alias: string | null;
}

export function findItemKey(
  { identifier, alias }: ItemKeys,
  data: Readonly<Record<string, unknown>>,
): string | undefined {
  if (Object.hasOwn(data, identifier)) return identifier;
  return alias !== null && Object.hasOwn(data, alias) ? alias : undefined;
}

/** In UTF-16 code units. A longer one is unknown, whatever structure and records have. */
export const maxIdentifierLength = 200;

export function cutIdentifier(identifier: string): string {
  return identifier.slice(0, maxIdentifierLength + 1);
}
