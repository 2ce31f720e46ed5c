import { type Pace, quickRows } from "./pace.ts";

/** A set of rows, with one bit for each. The bits beyond the last row are 0. */
export type Bitset = Uint32Array;

export const rowsPerWord = 32;

export function createBitset(rows: number, of: "none" | "all"): Bitset {
  const bits = new Uint32Array(Math.ceil(rows / rowsPerWord));
  if (of === "all") invert(bits, rows);
  return bits;
}

export function combine(bits: Bitset, op: "and" | "or", other: Bitset): void {
  // By index, because entries of a typed array are made one by one.
  for (let word = 0; word < other.length; word++) {
    const rows = wordOf(other, word);
    bits[word] = op === "and" ? wordOf(bits, word) & rows : wordOf(bits, word) | rows;
  }
}

export function invert(bits: Bitset, rows: number): void {
  for (let word = 0; word < bits.length; word++) bits[word] = ~wordOf(bits, word);
  const last = bits.length - 1;
  const beyond = bits.length * rowsPerWord - rows;
  if (beyond > 0) bits[last] = wordOf(bits, last) & (0xffffffff >>> beyond);
}

export function has(bits: Bitset, row: number): boolean {
  return (wordOf(bits, row >>> 5) & (1 << (row & 31))) !== 0;
}

export function add(bits: Bitset, row: number): void {
  bits[row >>> 5] = wordOf(bits, row >>> 5) | (1 << (row & 31));
}

export function remove(bits: Bitset, row: number): void {
  bits[row >>> 5] = wordOf(bits, row >>> 5) & ~(1 << (row & 31));
}

export function visitRows(bits: Bitset, word: number, visit: (row: number) => void): void {
  // `rest & -rest` is the lowest bit of the rest, and `rest & (rest - 1)` is the rest without it.
  for (let rest = wordOf(bits, word); rest !== 0; rest &= rest - 1) {
    visit(word * rowsPerWord + 31 - Math.clz32(rest & -rest));
  }
}

export async function toList(bits: Bitset, pace: Pace): Promise<Uint32Array> {
  const rows = new Uint32Array(bits.length * rowsPerWord);
  let length = 0;
  const add = (row: number) => {
    rows[length] = row;
    length += 1;
  };
  await pace.each(bits.length, (word) => visitRows(bits, word, add), rowsPerWord / quickRows);
  return rows.subarray(0, length);
}

function wordOf(bits: Bitset, word: number): number {
  return bits[word] ?? 0;
}
