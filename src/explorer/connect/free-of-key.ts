/**
 * Whether a text can be stored: it must not contain the key. A key of fewer than four characters is ignored, because it
 * occurs in other text by chance.
 */
export function isFreeOfKey(text: string, key: string): boolean {
  return key.length < 4 || !text.includes(key);
}
