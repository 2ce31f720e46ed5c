import { crc32 } from "node:zlib";

export type GlobalIdType = "Tag" | "Terminal";

/** What a global id stands for: a type, and the registry's own id. */
export interface GlobalId {
  readonly type: GlobalIdType;
  readonly id: string;
}

// The first byte stands for the type and the version. Both values make a global id begin with "g". Few of the registry's own ids
// do, and the others need no decoding.
const typeBytes = { Tag: 0x80, Terminal: 0x81 } as const satisfies Record<GlobalIdType, number>;
const headerBytes = 5;

/**
 * The opaque global id of a record. Its bytes, in base64url: the type, a CRC-32 of type and id, and the id. It is unique within one
 * key's project, as the registry's ids are.
 */
export function toGlobalId(type: GlobalIdType, id: string): string {
  const bytes = Buffer.allocUnsafe(headerBytes + Buffer.byteLength(id));
  bytes[0] = typeBytes[type];
  bytes.write(id, headerBytes);
  bytes.writeUInt32BE(checksum(bytes), 1);
  return bytes.toString("base64url");
}

/**
 * Reads a global id; null for any other string, such as the registry's own id. The checksum makes it all but impossible for such an
 * id to pass for a global id by accident.
 */
export function parseGlobalId(text: string): GlobalId | null {
  if (!text.startsWith("g") || text.length < 7) return null;
  const bytes = Buffer.from(text, "base64url");
  const type = typeOf(bytes[0]);
  if (type === null || bytes.length < headerBytes) return null;
  if (bytes.readUInt32BE(1) !== checksum(bytes)) return null;
  const id = bytes.toString("utf8", headerBytes);
  // Base64url can spell the same bytes in several ways. Only one is the record's global id.
  return toGlobalId(type, id) === text ? { type, id } : null;
}

function typeOf(byte: number | undefined): GlobalIdType | null {
  if (byte === typeBytes.Tag) return "Tag";
  return byte === typeBytes.Terminal ? "Terminal" : null;
}

function checksum(bytes: Buffer): number {
  return crc32(bytes.subarray(headerBytes), bytes[0]);
}
