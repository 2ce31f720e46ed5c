/** A set of rows, a bit each; the bits beyond the last row are 0. */
export type Bitset = Uint32Array;

/** A set of none or of all of so many rows. */
export function createBitset(rows: number, of: "none" | "all"): Bitset {
  const bits = new Uint32Array(Math.ceil(rows / 32));
  if (of === "all") invert(bits, rows);
  return bits;
}

/** Leaves in a set what is in the other as well. */
export function intersect(bits: Bitset, other: Bitset): void {
  for (let word = 0; word < bits.length; word++) bits[word] = at(bits, word) & at(other, word);
}

/** Adds to a set what is in the other. */
export function unite(bits: Bitset, other: Bitset): void {
  for (let word = 0; word < bits.length; word++) bits[word] = at(bits, word) | at(other, word);
}

/** Makes a set of so many rows that of all others. */
export function invert(bits: Bitset, rows: number): void {
  for (let word = 0; word < bits.length; word++) bits[word] = ~at(bits, word);
  const beyond = bits.length * 32 - rows;
  if (beyond > 0) bits[bits.length - 1] = at(bits, bits.length - 1) & (0xffffffff >>> beyond);
}

/** Adds a row to a set. */
export function add(bits: Bitset, row: number): void {
  bits[row >>> 5] = at(bits, row >>> 5) | (1 << (row & 31));
}

/** Whether a set has a row. */
export function has(bits: Bitset, row: number): boolean {
  return (at(bits, row >>> 5) & (1 << (row & 31))) !== 0;
}

/** How many rows one word of a set stands for. */
export const rowsPerWord = 32;

/** The rows that one word of a set has, in ascending order. */
export function rowsOf(bits: Bitset, word: number): number[] {
  const rows: number[] = [];
  for (let rest = at(bits, word); rest !== 0; rest &= rest - 1) {
    rows.push(word * rowsPerWord + 31 - Math.clz32(rest & -rest));
  }
  return rows;
}

function at(bits: Bitset, word: number): number {
  return bits[word] ?? 0;
}
