import { crc32 } from "node:zlib";

/*
 * Opaque texts: the ids and cursors that clients keep, and give back later. In base64url: a byte
 * for the kind, a CRC-32, and the fields. The checksum tells mistakes from texts of ours. It does
 * not stop forgery, so no text may say what its caller must not make up.
 */

/**
 * The first byte of each kind of text. The last four bits of a cursor's are its version: a cursor
 * whose fields change, or what they mean, gets the next one. So other versions' cursors are told
 * from mistakes, and refused.
 */
const kinds = {
  tagId: 0x80,
  terminalId: 0x81,
  projectId: 0x82,
  changeCursor: 0x91,
  listCursor: 0xa0,
  orderCursor: 0xb0,
  issueCursor: 0xc0,
} as const;

export const cursorOfOtherVersion =
  "a cursor from another version of tapgraph, which this one cannot read: begin again without it";

const checksumAt = 1;
const fieldsAt = 5;

export class Opaque<T> {
  readonly #kind: keyof typeof kinds;
  readonly #field: Field<T>;
  readonly #scope: string;
  readonly #maxLength: number;
  readonly #checksumStart: number;
  /** The first character of each text: it spells the first six bits of the kind. */
  readonly #first: string | undefined;

  constructor(
    kind: keyof typeof kinds,
    field: Field<T>,
    {
      scope = "",
      maxLength = Number.POSITIVE_INFINITY,
    }: {
      /**
       * What the texts are valid for, such as a list. The checksum covers it, but they do not
       * contain it. @default nothing
       */
      readonly scope?: string;
      readonly maxLength?: number;
    } = {},
  ) {
    this.#kind = kind;
    this.#field = field;
    this.#scope = scope;
    this.#maxLength = maxLength;
    this.#checksumStart = crc32(scope, kinds[kind]);
    this.#first = Buffer.of(kinds[kind]).toString("base64url")[0];
  }

  within(scope: string): Opaque<T> {
    return new Opaque(this.#kind, this.#field, { scope, maxLength: this.#maxLength });
  }

  write(value: T): string {
    const output = new Output();
    this.#field.write(value, output);
    const bytes = output.bytes.subarray(0, output.end);
    bytes[0] = kinds[this.#kind];
    bytes.writeUInt32BE(this.#checksumOf(bytes), checksumAt);
    return bytes.toString("base64url");
  }

  /** Undefined for any text that `write` did not write, or of another kind, version or scope. */
  read(text: string): T | undefined {
    // The quick way out, because most ids that callers send are the registry's own.
    if (text[0] !== this.#first || text.length > this.#maxLength) return undefined;
    const bytes = Buffer.from(text, "base64url");
    if (bytes.length < fieldsAt || bytes[0] !== kinds[this.#kind]) return undefined;
    if (bytes.readUInt32BE(checksumAt) !== this.#checksumOf(bytes)) return undefined;
    const input = new Input(bytes);
    const value = this.#field.read(input);
    // Base64url can spell the same bytes in several ways, and a field its value. Only one of them
    // is what was written.
    return !input.isBroken && this.write(value) === text ? value : undefined;
  }

  isOfOtherVersion(text: string): boolean {
    const bytes = Buffer.from(text, "base64url");
    const [kind = 0] = bytes;
    const own = kinds[this.#kind];
    if (bytes.length < fieldsAt || kind === own || kind >> 4 !== own >> 4) return false;
    const checksum = crc32(bytes.subarray(fieldsAt), crc32(this.#scope, kind));
    return bytes.readUInt32BE(checksumAt) === checksum && bytes.toString("base64url") === text;
  }

  #checksumOf(bytes: Buffer): number {
    return crc32(bytes.subarray(fieldsAt), this.#checksumStart);
  }
}

export interface Field<T> {
  write(value: T, output: Output): void;
  read(input: Input): T;
}

/** From 0 to the largest safe integer: seven bits a byte, the lowest first. */
export const integer: Field<number> = {
  write(value, output) {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) output.add((left % 128) | 128, 1);
    output.add(left, 1);
  },
  read(input) {
    let [value, unit, byte] = [0, 1, 128];
    for (; byte >= 128 && value <= Number.MAX_SAFE_INTEGER; unit *= 128) {
      byte = input.take(1);
      value += (byte & 127) * unit;
    }
    if (!Number.isSafeInteger(value)) input.isBroken = true;
    return value;
  },
};

/** A whole number of a known number of bytes, at most six, such as a digest. */
export function unsigned(length: number): Field<number> {
  return {
    write: (value, output) => output.add(value, length),
    read: (input) => input.take(length),
  };
}

/** Takes all bytes that are left, so no field can follow. Halves of surrogate pairs are lost. */
export const rest: Field<string> = {
  write: (value, output) => output.addText(value),
  read: (input) => input.takeText(input.left),
};

/** A string, a number, a boolean or null, as JSON spells it, so that nothing of it is lost. */
export const scalar: Field<unknown> = {
  write(value, output) {
    const text = JSON.stringify(value);
    integer.write(Buffer.byteLength(text), output);
    output.addText(text);
  },
  read(input) {
    const text = input.takeText(integer.read(input));
    try {
      const value: unknown = JSON.parse(text);
      if (value === null || typeof value !== "object") return value;
    } catch {
      // Someone made it up, as the objects and arrays.
    }
    input.isBroken = true;
    return null;
  },
};

export const string = checked(scalar, (value) => typeof value === "string") as Field<string>;

export function nullable<T>(field: Field<T>): Field<T | null> {
  return {
    write(value, output) {
      output.add(value === null ? 0 : 1, 1);
      if (value !== null) field.write(value, output);
    },
    read: (input) => (input.take(1) === 0 ? null : field.read(input)),
  };
}

export function list<T>(field: Field<T>): Field<readonly T[]> {
  return {
    write(values, output) {
      integer.write(values.length, output);
      for (const value of values) field.write(value, output);
    },
    read(input) {
      const values: T[] = [];
      const length = integer.read(input);
      while (values.length < length && !input.isBroken) values.push(field.read(input));
      return values;
    },
  };
}

export function object<T extends object>(
  fields: {
    readonly [Name in keyof T]: Field<T[Name]>;
  },
): Field<T> {
  const entries = Object.entries(fields) as [keyof T, Field<T[keyof T]>][];
  return {
    write(value, output) {
      for (const [name, field] of entries) field.write(value[name], output);
    },
    read: (input) =>
      Object.fromEntries(entries.map(([name, field]) => [name, field.read(input)])) as T,
  };
}

/** A field of which only some values are ever written. A text with any other is refused. */
export function checked<T>(field: Field<T>, isWritten: (value: T) => boolean): Field<T> {
  return {
    write: field.write,
    read(input) {
      const value = field.read(input);
      if (!input.isBroken && !isWritten(value)) input.isBroken = true;
      return value;
    },
  };
}

/** All texts are written here, because none is written while another is. */
const sharedBytes = Buffer.alloc(4096);

export class Output {
  bytes = sharedBytes;
  end = fieldsAt;

  add(value: number, length: number): void {
    this.#reserve(length);
    this.end = this.bytes.writeUIntBE(value, this.end, length);
  }

  addText(text: string): void {
    this.#reserve(Buffer.byteLength(text));
    this.end += this.bytes.write(text, this.end);
  }

  #reserve(length: number): void {
    if (this.end + length <= this.bytes.length) return;
    const longer = Buffer.alloc(2 * (this.end + length));
    this.bytes.copy(longer, 0, 0, this.end);
    this.bytes = longer;
  }
}

export class Input {
  /** Whether it is no text of ours: what is taken from it means nothing. */
  isBroken = false;
  readonly #bytes: Buffer;
  #at = fieldsAt;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(length: number): number {
    const at = this.#advance(length);
    return this.isBroken ? 0 : this.#bytes.readUIntBE(at, length);
  }

  takeText(length: number): string {
    const at = this.#advance(length);
    return this.#bytes.toString("utf8", at, this.#at);
  }

  #advance(length: number): number {
    const at = this.#at;
    if (length > this.left) this.isBroken = true;
    else this.#at += length;
    return at;
  }
}
