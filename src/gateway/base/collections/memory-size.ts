/** The bytes that V8 takes for a reference to a value. */
export const referenceBytes = 8;

/** The bytes of a string without its characters. A number that does not fit into a reference takes as many. */
export const headerBytes = 16;

export function bytesOfString(text: string): number {
  // One character beyond Latin-1 makes V8 take two bytes for every character of the string.
  const width = /[^\0-\xff]/.test(text) ? 2 : 1;
  return headerBytes + Math.ceil((text.length * width) / 8) * 8;
}
