import { isAscii } from "./text.ts";

/** What a reference takes where it is kept. */
export const referenceBytes = 8;

const headerBytes = 16;

/** About how many bytes a text takes in memory. */
export function bytesOfText(text: string): number {
  return headerBytes + Math.ceil((text.length * (isAscii(text) ? 1 : 2)) / 8) * 8;
}
