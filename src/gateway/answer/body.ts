import { toOwnBuffer } from "../base/collections/own-buffer.ts";

/** The body of a response that is not a stream. A buffer may be sent to several callers. */
export type Body = string | Buffer | LongText;

/**
 * A text in pieces, each with as many bytes as its length: strings of ASCII, and buffers. V8 keeps
 * a string of more than 128 KiB in memory that the system gives it anew each time, which takes
 * longer than writing the text.
 */
export class LongText {
  readonly pieces: readonly (string | Buffer)[];
  readonly length: number;

  constructor(pieces: readonly (string | Buffer)[]) {
    this.pieces = pieces;
    this.length = pieces.reduce((length, piece) => length + piece.length, 0);
  }

  toBuffer(): Buffer {
    const buffer = Buffer.allocUnsafeSlow(this.length);
    let length = 0;
    for (const piece of this.pieces) {
      length +=
        typeof piece === "string"
          ? buffer.write(piece, length, "latin1")
          : piece.copy(buffer, length);
    }
    return buffer;
  }

  toString(): string {
    return this.toBuffer().toString();
  }
}

export function toBuffer(body: Body): Buffer {
  return body instanceof LongText ? body.toBuffer() : toOwnBuffer(body);
}
