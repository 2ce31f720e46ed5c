import { badInput } from "../errors.ts";
import type { ListDescription } from "../table/table.ts";

/**
 * A link between two lists, which may be the same: values under an identifier of one name rows of
 * the other.
 */
export interface Link {
  readonly identifier: string;
  readonly from: string;
  readonly to: string;
  /**
   * What rows are named by: `id`, or a field that holds text. Only the first of several rows with
   * the same text is named.
   */
  readonly by: string;
  readonly readName: (value: unknown) => string | null;
  readonly toName: (text: string) => string;
}

export interface JoinedList {
  readonly list: Pick<ListDescription<never>, "name" | "fields" | "readTime">;
  /** The member of a filter for this list's rows that name a row, such as `linkedTags`. */
  readonly linkedMember: string;
  /** Additional data that filters know by a name, too. @default none */
  readonly named?: ReadonlyMap<string, NamedData>;
}

export interface NamedData {
  readonly identifier: string;
  /** The kind of comparison, or the name of the list that values name a row of. */
  readonly kind: string;
}

export interface Joins<L extends Link = Link> {
  readonly lists: readonly JoinedList[];
  readonly links: readonly L[];
}

export const noJoins: Joins = { lists: [], links: [] };

export type Direction = Pick<Link, "from" | "to">;

export function linksBetween<L extends Link>(
  { links }: Pick<Joins<L>, "links">,
  { from, to }: Direction,
): readonly L[] {
  return links.filter((link) => link.from === from && link.to === to);
}

/**
 * The links from one list to another, or the one with an identifier. If there are none at all, none
 * has the identifier.
 * @throws SearchError `BAD_USER_INPUT` if there are links, but none with this identifier.
 */
export function chooseLinks<L extends Link>(
  joins: Pick<Joins<L>, "links">,
  direction: Direction,
  identifier: { readonly given: unknown; readonly path: string } | undefined,
): readonly L[] {
  const links = linksBetween(joins, direction);
  if (identifier === undefined) return links;
  if (typeof identifier.given !== "string") throw badInput(identifier.path, "a string");
  const chosen = links.filter((link) => link.identifier === identifier.given);
  if (chosen.length > 0 || links.length === 0) return chosen;
  throw badInput(identifier.path, describeLinks(links, direction));
}

/**
 * What is expected in place of an identifier that is no link from one list to another, in words.
 */
export function describeLinks(links: readonly Link[], { from, to }: Direction): string {
  const identifiers = links.map(({ identifier }) => JSON.stringify(identifier));
  const known = identifiers.length > 0 ? identifiers.join(" or ") : "there is none";
  return `an identifier that links ${from}s to ${to}s (${known})`;
}
