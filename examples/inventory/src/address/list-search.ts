import { type PageSearch, readNumberedPage } from "./page-search.ts";
import { readText, readTexts } from "./query-string.ts";

/** What a list shows, according to the page's address. */
export interface ListSearch extends PageSearch {
  /** Words to search for. */
  readonly q?: string;
  /** The values chosen in the filters, each as `dimension:value`. */
  readonly is?: readonly string[];
  /** The column that orders the list, with `-` before it for descending. */
  readonly sort?: string;
}

/** The chosen values, by the dimension's id. */
export type Chosen = ReadonlyMap<string, readonly string[]>;

/**
 * Changes the chosen values. `change` receives the values as they are when it is applied, because quick clicks can be ahead of
 * what the page shows.
 */
export type Choose = (change: (chosen: Chosen) => Chosen) => void;

/** Reads a list's part of the address. Invalid values are left out. */
export function readListSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  // The search box also removes blanks.
  const words = readText(raw["q"])?.trim();
  const is = readTexts(raw["is"]);
  const sort = readText(raw["sort"]);
  return {
    ...(words !== undefined && words !== "" && { q: words }),
    ...(is.length > 0 && { is }),
    ...(sort !== undefined && { sort }),
    ...readNumberedPage(raw),
  };
}

/** The values chosen in each dimension. */
export function readChosen(is: readonly string[] = []): Chosen {
  const chosen = new Map<string, string[]>();
  for (const choice of is) {
    const at = choice.indexOf(":");
    if (at < 1) continue;
    const dimension = decode(choice.slice(0, at));
    const values = chosen.get(dimension) ?? [];
    const value = choice.slice(at + 1);
    if (!values.includes(value)) chosen.set(dimension, [...values, value]);
  }
  return chosen;
}

/** The chosen values as they are written in the address; undefined if there are none. */
export function writeChosen(chosen: Chosen): readonly string[] | undefined {
  const is = [...chosen].flatMap(([dimension, values]) =>
    values.map((value) => `${encodeURIComponent(dimension)}:${value}`),
  );
  return is.length > 0 ? is : undefined;
}

/** Replaces the chosen values of one dimension. */
export function choose(chosen: Chosen, dimension: string, values: readonly string[]): Chosen {
  return new Map(chosen).set(dimension, values);
}

/** Adds a value, or removes it if it is chosen already. */
export function toggle(chosen: Chosen, dimension: string, value: string): Chosen {
  const values = chosen.get(dimension) ?? [];
  const without = values.filter((other) => other !== value);
  return choose(chosen, dimension, without.length < values.length ? without : [...values, value]);
}

/** Applies a user's change of one dimension, from the values `seen` to the values `now`. Other changes since then stay. */
export function revise(
  chosen: Chosen,
  dimension: string,
  { seen, now }: { readonly seen: readonly string[]; readonly now: readonly string[] },
): Chosen {
  const values = chosen.get(dimension) ?? [];
  const kept = values.filter((value) => now.includes(value) || !seen.includes(value));
  const added = now.filter((value) => !seen.includes(value) && !values.includes(value));
  return choose(chosen, dimension, [...kept, ...added]);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
