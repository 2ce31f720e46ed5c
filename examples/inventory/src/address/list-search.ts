/** What a list shows, as the address bar has it. */
export interface ListSearch {
  /** Words to search for. */
  readonly q?: string;
  /** What was chosen in the filters, each as `dimension:value`. */
  readonly is?: readonly string[];
  /** What the list is ordered by; with `-` before it, downwards. */
  readonly sort?: string;
  /** The cursor that the page comes after. */
  readonly after?: string;
  /** The cursor that the page comes before. */
  readonly before?: string;
  /** The page's number: for the reader, since a cursor does not tell it. Without a cursor it is the first. */
  readonly page?: number;
}

/** What is chosen, by dimension. */
export type Chosen = ReadonlyMap<string, readonly string[]>;

/**
 * Another choice. It is made of what is chosen when it takes effect, which may be more than what was on the page: whoever
 * clicks quickly is ahead of it.
 */
export type Choose = (change: (chosen: Chosen) => Chosen) => void;

/** Where a list begins: what it is narrowed down by stays, the place in it goes. */
export const firstPage = { after: undefined, before: undefined, page: undefined } as const;

/** Reads a list's part of the address; what makes no sense is left out. */
export function readListSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const [q, sort, after, before] = ["q", "sort", "after", "before"].map((name) =>
    readText(raw[name]),
  );
  // The search box has no blanks around its words either.
  const words = q?.trim();
  const is = readTexts(raw["is"]);
  const isWithin = after !== undefined || before !== undefined;
  const page = Number(readText(raw["page"]) ?? raw["page"]);
  return {
    ...(words !== undefined && words !== "" && { q: words }),
    ...(is.length > 0 && { is }),
    ...(sort !== undefined && { sort }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && after === undefined && { before }),
    ...(isWithin && Number.isSafeInteger(page) && page > 1 && { page }),
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

/** The address's part for what is chosen; undefined for nothing. */
export function writeChosen(chosen: Chosen): readonly string[] | undefined {
  const is = [...chosen].flatMap(([dimension, values]) =>
    values.map((value) => `${encodeURIComponent(dimension)}:${value}`),
  );
  return is.length > 0 ? is : undefined;
}

/** The same, with other values in one dimension. */
export function choose(chosen: Chosen, dimension: string, values: readonly string[]): Chosen {
  return new Map(chosen).set(dimension, values);
}

/** The same, with a value put in where it is not, and taken away where it is. */
export function toggle(chosen: Chosen, dimension: string, value: string): Chosen {
  const values = chosen.get(dimension) ?? [];
  const without = values.filter((other) => other !== value);
  return choose(chosen, dimension, without.length < values.length ? without : [...values, value]);
}

/** The same, with what somebody has put in or taken away in one dimension who saw these values there. */
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

function readText(value: unknown): string | undefined {
  const [text] = readTexts(value);
  return text;
}

function readTexts(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((text) => typeof text === "string" && text !== "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
