/** The spellings of a key: as it is, percent-encoded, in JSON, in Base64 and in hexadecimal. */
export function listKeyForms(key: string): readonly string[] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  return [
    key,
    encodeURIComponent(key),
    encodeURIComponent(encodeURIComponent(key)),
    new URLSearchParams([["", key]]).toString().slice(1),
    inJson(key),
    inJson(inJson(key)),
    Buffer.from(key).toString("base64").replace(/=+$/, ""),
    Buffer.from(key).toString("base64url"),
    Buffer.from(key).toString("hex"),
  ];
}
