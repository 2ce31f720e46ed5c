import { createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Subject } from "../../../call/decode/records.ts";
import { ChangesError } from "../errors.ts";
import { type LogPlace, type LogStep, maxSteps } from "./log-reader.ts";

/** What a cursor says about a listener: which lists it listened to, and how far it got. */
export interface ListenerPlace extends LogPlace {
  readonly subjects: ReadonlySet<Subject>;
}

/** The first byte: the type and version of the cursor. */
const typeByte = 0x90;
const checksumBytes = 4;
const instanceBytes = 8;
const keyBytes = 6;
const headerBytes = 1 + checksumBytes + instanceBytes + keyBytes;

const subjectBits = { tag: 1, terminal: 2 } as const satisfies Record<Subject, number>;

/**
 * Formats and parses the cursors of one process. A cursor is these bytes in base64url: a type byte, a checksum, the mark of the
 * process, the mark of the key, and the place as a list of numbers. The place is not signed: callers who make one up only miss
 * changes of their own lists.
 */
export class Cursors {
  readonly #instance = randomBytes(instanceBytes);
  readonly #secret = randomBytes(32);

  /** The bytes by which a cursor shows which key it belongs to. */
  markOf(keyDigest: string): Buffer {
    return createHmac("sha256", this.#secret).update(keyDigest).digest().subarray(0, keyBytes);
  }

  format(mark: Buffer, { position, steps, subjects }: ListenerPlace): string {
    const bits = [...subjects].reduce((sum, subject) => sum + subjectBits[subject], 0);
    const numbers = [bits, position, ...steps.flatMap(({ upTo, end }) => [upTo, end])];
    const head = Buffer.alloc(headerBytes);
    this.#instance.copy(head, 1 + checksumBytes);
    mark.copy(head, headerBytes - keyBytes);
    const bytes = Buffer.concat([head, Buffer.from(numbers.join())]);
    bytes[0] = typeByte;
    bytes.writeUInt32BE(checksum(bytes), 1);
    return bytes.toString("base64url");
  }

  /**
   * Parses a cursor; null if it comes from another process.
   * @throws ChangesError `BAD_USER_INPUT` for a string that is not a cursor, or is a cursor of another key.
   */
  parse(mark: Buffer, text: string): ListenerPlace | null {
    const bytes = Buffer.from(text, "base64url");
    const isOurs = bytes.length > headerBytes && bytes[0] === typeByte;
    if (!isOurs || bytes.readUInt32BE(1) !== checksum(bytes)) throw cursorError();
    if (bytes.toString("base64url") !== text) throw cursorError();
    const instanceAt = 1 + checksumBytes;
    const instance = bytes.subarray(instanceAt, instanceAt + instanceBytes);
    if (!instance.equals(this.#instance)) return null;
    if (!bytes.subarray(headerBytes - keyBytes, headerBytes).equals(mark)) throw cursorError();
    return parsePlace(bytes.toString("latin1", headerBytes));
  }
}

/** The error for a string that is not a cursor of this key. */
export function cursorError(): ChangesError {
  return new ChangesError(
    "BAD_USER_INPUT",
    "The cursor to resume from (`after`, or the header Last-Event-ID) does not belong to this subscription.",
  );
}

function parsePlace(text: string): ListenerPlace {
  if (!/^[123](,\d{1,15}){1,40}$/.test(text)) throw cursorError();
  const [bits = 0, position = 0, ...rest] = text.split(",").map(Number);
  const steps: LogStep[] = [];
  for (let index = 0; index + 1 < rest.length; index += 2) {
    steps.push({ upTo: rest[index] ?? 0, end: rest[index + 1] ?? 0 });
  }
  if (rest.length % 2 !== 0 || steps.length > maxSteps || !isAscending(position, steps)) {
    throw cursorError();
  }
  const subjects = (["tag", "terminal"] as const).filter(
    (subject) => (bits & subjectBits[subject]) > 0,
  );
  return { position, steps, subjects: new Set(subjects) };
}

function isAscending(position: number, steps: readonly LogStep[]): boolean {
  return steps.every(({ upTo, end }, index) => {
    const before = steps[index - 1] ?? { upTo: position, end: 0 };
    return upTo > before.upTo && upTo <= end && end > before.end;
  });
}

function checksum(bytes: Buffer): number {
  return crc32(bytes.subarray(1 + checksumBytes), typeByte);
}
