/** The keys under which records may have an element of their structure. */
export interface ItemKeys {
  readonly identifier: string;
  /** Stands in for the identifier where a record has no such key; null: nothing does. */
  readonly alias: string | null;
}

/** The key under which a record's additional data have an element; undefined where they have none. */
export function findKey(
  { identifier, alias }: ItemKeys,
  data: Readonly<Record<string, unknown>>,
): string | undefined {
  if (Object.hasOwn(data, identifier)) return identifier;
  return alias !== null && Object.hasOwn(data, alias) ? alias : undefined;
}
