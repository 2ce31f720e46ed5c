import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from "node:crypto";

/**
 * The version of the layout of values and of their content, which includes the encoding of bodies.
 * Gateways with different versions find none of each other's values.
 */
export const cacheFormat = 2;

const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

// When the registry was asked, how old the value may become, and how many bytes it has.
const stampBytes = 8 + 8 + 4;

// Shorter values are padded to it, so that all of them look alike.
const minBytes = 256;

export interface KeyRing {
  readonly names: Buffer;
  readonly values: Buffer;
}

interface Stamped {
  readonly bytes: Buffer;
  /** When the registry was asked, in milliseconds since 1970 by the server's clock. */
  readonly askedAt: number;
  readonly lifeMs: number;
}

/**
 * Derives a key ring for one registry. Without the fleet's secret and the caller's key, nothing can
 * be found or read.
 */
export function deriveRing(secret: string, registry: string, key: string): KeyRing {
  const purpose = `tapgraph shared cache ${cacheFormat} ${hash("sha256", registry)}`;
  const bytes = Buffer.from(hkdfSync("sha256", key, secret, purpose, 64));
  return { names: bytes.subarray(0, 32), values: bytes.subarray(32) };
}

/** Does not reveal what the value is. */
export function toStoredName({ names }: KeyRing, name: string): string {
  return `tapgraph:${createHmac("sha256", names).update(name).digest("base64url")}`;
}

/** The value cannot be opened under another name. */
export function seal({ values }: KeyRing, storedName: string, value: Stamped): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", values, nonce).setAAD(toContext(storedName));
  const sealed = [cipher.update(toPadded(value)), cipher.final()];
  return Buffer.concat([Buffer.of(cacheFormat), nonce, cipher.getAuthTag(), ...sealed]);
}

/** Undefined if the value is damaged, belongs to another key, or is not ours. */
export function open({ values }: KeyRing, storedName: string, sealed: Buffer): Stamped | undefined {
  if (sealed.length < headBytes + minBytes || sealed[0] !== cacheFormat) return undefined;
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv("aes-256-gcm", values, nonce, { authTagLength: tagBytes });
  decipher.setAAD(toContext(storedName)).setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
  const padded = decipher.update(sealed.subarray(headBytes));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  const length = padded.readUInt32BE(16);
  return {
    askedAt: padded.readDoubleBE(0),
    lifeMs: padded.readDoubleBE(8),
    bytes: padded.subarray(stampBytes, stampBytes + length),
  };
}

function toContext(storedName: string): Buffer {
  return Buffer.from(`${cacheFormat} ${storedName}`);
}

function toPadded({ bytes, askedAt, lifeMs }: Stamped): Buffer {
  const padded = Buffer.alloc(paddedLength(stampBytes + bytes.length));
  padded.writeDoubleBE(askedAt, 0);
  padded.writeDoubleBE(lifeMs, 8);
  padded.writeUInt32BE(bytes.length, 16);
  bytes.copy(padded, stampBytes);
  return padded;
}

// A length that many values share, so that it reveals little. Above `minBytes`, lengths are rounded
// up by less than a sixteenth (Padmé, by Nikitin and others, 2019).
function paddedLength(length: number): number {
  if (length <= minBytes) return minBytes;
  const exponent = Math.floor(Math.log2(length));
  const step = 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1);
  return Math.ceil(length / step) * step;
}
