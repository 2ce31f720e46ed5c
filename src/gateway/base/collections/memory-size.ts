/** The bytes that V8 takes for a reference to a value. */
export const referenceBytes = 8;

/** The bytes of a string without its characters. A number that does not fit into a reference takes as many. */
export const headerBytes = 16;

export function bytesOfString(text: string): number {
  // One character beyond Latin-1 makes V8 take two bytes for every character of the string.
  const width = /[^\0-\xff]/.test(text) ? 2 : 1;
  return headerBytes + Math.ceil((text.length * width) / 8) * 8;
}

/** The bytes of any object and of a list, without their members. */
const objectBytes = 24;
const listBytes = 32;

/** An object is made with places for four members. Parsed JSON leaves out those that are not needed, unless it needs none. */
const leastObjectBytes = objectBytes + 4 * referenceBytes;

/** An object with more members becomes a hash table. It takes this much for each member: its name, its value, its details, and as much to spare. */
const maxFastMembers = 128;
const tableMemberBytes = 6 * referenceBytes;

/** What V8 keeps for a name that no object had before, besides its text: how objects with it are laid out. */
const newNameBytes = 112;

/** Maximum length of a short string. V8 stores the keys and the short strings of parsed JSON once, however often they occur. */
const maxSharedLength = 10;

/**
 * The memory that a value of JSON takes in bytes, rather more than less: many small objects take over twenty times their text. What a
 * program made from parsed JSON counts as well, such as variables, if it is made of plain objects and lists.
 * @param seen the names and short strings that are counted already. Values that are kept together share it.
 */
export function bytesOfValue(root: unknown, seen: Set<string> = new Set()): number {
  let bytes = 0;
  // A stack of values replaces recursion, because values can nest deeper than the call stack allows.
  const values: unknown[] = [root];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === "number") {
      bytes += value === (value | 0) ? 0 : headerBytes;
    } else if (typeof value === "string") {
      bytes += value.length > maxSharedLength ? bytesOfString(value) : bytesOfShared(value, seen);
    } else if (Array.isArray(value)) {
      bytes += listBytes + (value.length > 0 ? headerBytes + value.length * referenceBytes : 0);
      for (const member of value) values.push(member);
    } else if (typeof value === "object" && value !== null) {
      const names = Object.keys(value);
      bytes += bytesOfObject(names.length);
      for (const name of names) {
        if (!seen.has(name)) bytes += newNameBytes + bytesOfShared(name, seen);
        values.push((value as Readonly<Record<string, unknown>>)[name]);
      }
    }
  }
  return bytes;
}

function bytesOfObject(members: number): number {
  const memberBytes = members > maxFastMembers ? tableMemberBytes : referenceBytes;
  return Math.max(leastObjectBytes, objectBytes + members * memberBytes);
}

function bytesOfShared(text: string, seen: Set<string>): number {
  if (seen.has(text)) return 0;
  seen.add(text);
  return bytesOfString(text);
}
