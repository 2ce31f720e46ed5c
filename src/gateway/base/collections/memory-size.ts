export const referenceBytes = 8;

/** Without its characters. A number that does not fit into a reference takes as many. */
const headerBytes = 16;

export function bytesOfString(text: string): number {
  // One character beyond Latin-1 makes V8 take two bytes for every character of the string.
  const width = /[^\0-\xff]/.test(text) ? 2 : 1;
  return headerBytes + Math.ceil((text.length * width) / 8) * 8;
}

const objectBytes = 24;
const listBytes = 32;

/**
 * An object is made with places for four members. Parsed JSON leaves out those that are not needed,
 * unless it needs none.
 */
const leastObjectBytes = objectBytes + 4 * referenceBytes;

/** An object with more members becomes a hash table. */
const maxFastMembers = 127;

/**
 * What V8 keeps for each name of a layout: the names of an object in their order. Objects with the
 * same layout share it.
 */
const layoutMemberBytes = 112;

/**
 * Maximum length of a short string. V8 stores the keys and the short strings of parsed JSON once,
 * however often they occur.
 */
const maxSharedLength = 10;

/**
 * The memory that a value of JSON takes in bytes, rather more than less: many small objects take
 * over twenty times their text. What a program made from parsed JSON counts as well, such as
 * variables, if it is made of plain objects and lists.
 * @param seen the names and short strings that are counted already. Values that are kept together
 * share it.
 */
export function bytesOfValue(root: unknown, seen: Set<string> = new Set()): number {
  let bytes = 0;
  // Values can nest deeper than the call stack allows.
  const values: unknown[] = [root];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === "number") {
      bytes += Object.is(value, value | 0) ? 0 : headerBytes;
    } else if (typeof value === "string") {
      bytes += value.length > maxSharedLength ? bytesOfString(value) : bytesOfShared(value, seen);
    } else if (Array.isArray(value)) {
      bytes += listBytes + (value.length > 0 ? headerBytes + value.length * referenceBytes : 0);
      for (const member of value) values.push(member);
    } else if (typeof value === "object" && value !== null) {
      const names = Object.keys(value);
      bytes += bytesOfObject(names, seen);
      for (const name of names) values.push((value as Readonly<Record<string, unknown>>)[name]);
    }
  }
  return bytes;
}

function bytesOfObject(all: readonly string[], seen: Set<string>): number {
  // Names that are whole numbers come first, in their order, and are stored as a list is.
  const first = all.findIndex((name) => !isIndex(name));
  const indexes = first < 0 ? all.length : first;
  const names = indexes === 0 ? all : all.slice(indexes);
  let bytes = indexes === 0 ? 0 : bytesOfSparseList(indexes, Number(all[indexes - 1]));
  for (const name of names) bytes += bytesOfShared(name, seen);
  if (names.length > maxFastMembers) return bytes + objectBytes + bytesOfTable(names.length);
  const layout = `\0${names}`;
  if (!seen.has(layout)) bytes += names.length * layoutMemberBytes;
  seen.add(layout);
  return bytes + Math.max(leastObjectBytes, objectBytes + names.length * referenceBytes);
}

const maxIndex = 2 ** 32 - 2;

function isIndex(name: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) <= maxIndex;
}

function bytesOfSparseList(count: number, last: number): number {
  const listed = headerBytes + (last + 1) * referenceBytes;
  const maxListed = 3 * tableMemberBytes * toCapacity(count);
  return listed < maxListed + headerBytes ? listed : bytesOfTable(count);
}

const tableMemberBytes = 3 * referenceBytes;

function bytesOfTable(count: number): number {
  return headerBytes + 5 * referenceBytes + toCapacity(count) * tableMemberBytes;
}

function toCapacity(count: number): number {
  return Math.max(4, 2 ** Math.ceil(Math.log2(1.5 * count)));
}

function bytesOfShared(text: string, seen: Set<string>): number {
  if (seen.has(text)) return 0;
  seen.add(text);
  return bytesOfString(text);
}
