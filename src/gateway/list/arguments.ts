export interface RawConnectionArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly offset?: number | null | undefined;
}

export interface CursorRange<T> {
  readonly after: T | null;
  readonly before: T | null;
}

/** Up to `size` of the rows between the cursors, counted from their start or from their end. */
export interface ConnectionArguments extends CursorRange<string> {
  readonly from: "start" | "end";
  readonly size: number;
  readonly offset?: number;
}

export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

/**
 * Checks the arguments of a connection. Without `first` and `last` it takes the first `defaultSize`
 * rows. Cursors stay text: only their list can read them.
 * @throws ArgumentError for both `first` and `last`, a number below 0 or above `maxSize`,
 * and an `offset` together with anything but `first`.
 */
export function parseConnectionArguments(
  { first, after, last, before, offset }: RawConnectionArguments,
  { defaultSize, maxSize }: { readonly defaultSize: number; readonly maxSize: number },
): ConnectionArguments {
  if (first != null && last != null) {
    throw new ArgumentError("`first` and `last` were both given: expected one of them.");
  }
  if (offset != null) checkOffset(offset, { after, before, last });
  const cursors = { after: after ?? null, before: before ?? null };
  if (last != null) return { from: "end", size: checkSize("last", last, maxSize), ...cursors };
  const size = first ?? Math.min(defaultSize, maxSize);
  const page = { from: "start", size: checkSize("first", size, maxSize), ...cursors } as const;
  return offset ? { ...page, offset } : page;
}

// An offset of 0 is as good as none, but is checked like any other.
function checkOffset(offset: number, others: Readonly<Record<string, unknown>>): void {
  const other = Object.keys(others).find((name) => others[name] != null);
  if (other !== undefined) {
    throw new ArgumentError(`\`offset\` and \`${other}\` were both given: expected one of them.`);
  }
  if (Number.isInteger(offset) && offset >= 0) return;
  throw new ArgumentError(`\`offset\` is ${offset}: expected a whole number from 0.`);
}

export function parseCursors<T>(
  { after, before }: CursorRange<string>,
  parse: (name: "after" | "before", text: string) => T,
): CursorRange<T> {
  return {
    after: after === null ? null : parse("after", after),
    before: before === null ? null : parse("before", before),
  };
}

function checkSize(name: "first" | "last", size: number, maxSize: number): number {
  if (Number.isInteger(size) && size >= 0 && size <= maxSize) return size;
  throw new ArgumentError(`\`${name}\` is ${size}: expected a whole number from 0 to ${maxSize}.`);
}
