import { crc32 } from "node:zlib";

/** The types that have global ids. */
export type GlobalIdType = "Tag" | "Terminal";

/** What a global id stands for: a type, and the registry's own id within it. */
export interface GlobalId {
  readonly type: GlobalIdType;
  readonly id: string;
}

// The first byte tells the type and the version; both make a global id begin with "g", so that most of the registry's
// own ids are told apart without decoding them.
const typeBytes = { Tag: 0x80, Terminal: 0x81 } as const satisfies Record<GlobalIdType, number>;
const headerBytes = 5;

/**
 * The opaque global id of a record: a type byte, a CRC-32 over type and id, and the id, in base64url.
 * Unique within one key's project, as the registry's ids are.
 */
export function toGlobalId(type: GlobalIdType, id: string): string {
  const bytes = Buffer.allocUnsafe(headerBytes + Buffer.byteLength(id));
  bytes[0] = typeBytes[type];
  bytes.write(id, headerBytes);
  bytes.writeUInt32BE(checksum(bytes), 1);
  return bytes.toString("base64url");
}

/**
 * What a global id stands for; null for any other text, such as the registry's own id:
 * the checksum lets one in four thousand million of them pass by accident.
 */
export function parseGlobalId(text: string): GlobalId | null {
  if (!text.startsWith("g") || text.length < 7) return null;
  const bytes = Buffer.from(text, "base64url");
  const type =
    bytes[0] === typeBytes.Tag ? "Tag" : bytes[0] === typeBytes.Terminal ? "Terminal" : null;
  if (type === null || bytes.length < headerBytes || bytes.readUInt32BE(1) !== checksum(bytes))
    return null;
  const id = bytes.toString("utf8", headerBytes);
  // One record has one global id: a second spelling of the same bytes is none.
  return toGlobalId(type, id) === text ? { type, id } : null;
}

function checksum(bytes: Buffer): number {
  return crc32(bytes.subarray(headerBytes), bytes[0]);
}
