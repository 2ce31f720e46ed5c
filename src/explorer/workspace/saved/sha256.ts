/**
 * The SHA-256 of a text in UTF-8, as hexadecimal digits. Browsers have one of their own only for pages that come from this machine or
 * over TLS.
 */
export function sha256(text: string): string {
  const bytes = pad(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  const hash = Uint32Array.from(initialHash);
  const schedule = new Uint32Array(64);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let at = 0; at < 16; at += 1) schedule[at] = view.getUint32(block + at * 4);
    for (let at = 16; at < 64; at += 1) {
      const [w15, w2] = [word(schedule, at - 15), word(schedule, at - 2)];
      const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
      const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
      schedule[at] = word(schedule, at - 16) + s0 + word(schedule, at - 7) + s1;
    }
    addBlock(hash, schedule);
  }
  return [...hash].map((part) => part.toString(16).padStart(8, "0")).join("");
}

/** The message with a 1 bit, zeros, and its length in bits, so that it fills blocks of 64 bytes (FIPS 180-4, 5.1.1). */
function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor((message.length * 8) / 2 ** 32));
  view.setUint32(bytes.length - 4, message.length * 8);
  return bytes;
}

function addBlock(hash: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let at = 0; at < 64; at += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const sum1 = (h + s1 + choice + word(roundConstants, at) + word(schedule, at)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const sum2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + sum1) | 0, c, b, a, (sum1 + sum2) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) hash[at] = word(hash, at) + value;
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

const primes = firstPrimes(64);

/** The first 32 bits of the fractions of the square roots of the first 8 primes, and of the cube roots of the first 64. */
const initialHash = primes.slice(0, 8).map((prime) => fractionBits(prime ** (1 / 2)));
const roundConstants = Uint32Array.from(primes, (prime) => fractionBits(Math.cbrt(prime)));

function fractionBits(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}
