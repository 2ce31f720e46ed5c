/** The part of the address behind the question mark, as people write it: no JSON, a name repeated for each of its values. */
export function parseQueryString(text: string): Readonly<Record<string, readonly string[]>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(values);
}

/** The same the other way round; what is undefined is left out. */
export function writeQueryString(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) parameters.append(name, String(each));
    }
  }
  // Characters that may stand there as they are.
  const text = parameters.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}
