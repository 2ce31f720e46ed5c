/** Reads an address's query. It holds plain text instead of the router's JSON, and repeats a name for each of its values. */
export function parseQueryString(text: string): Readonly<Record<string, readonly string[]>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(values);
}

/** Writes an address's query. Undefined values are left out. */
export function writeQueryString(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) parameters.append(name, String(each));
    }
  }
  // A query can have these characters as they are.
  const text = parameters.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}

/** The first text among the values of a name in an address; undefined if there is none. */
export function readText(value: unknown): string | undefined {
  return readTexts(value)[0];
}

/** The texts among the values of a name in an address. Empty ones are left out. */
export function readTexts(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((text) => typeof text === "string" && text !== "");
}
