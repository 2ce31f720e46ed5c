import { constants, createGzip, type Gzip, type ZlibReset } from "node:zlib";

/** Beyond this quality a record list hardly shrinks, and takes far longer. */
const level = 5;

/** Streams that are kept for the next body: as many as libuv has threads. */
const mostIdle = 4;

/** Bytes of a text that has room in a stream's own buffer. */
const inputBytes = 64 * 1024;

const idle: GzipStream[] = [];

/**
 * Compresses a body, off the main thread. A stream takes one body after the other: what Node.js makes for each body alone, with
 * its buffers, is freed by full collections of the heap only.
 */
export async function gzip(body: string | Buffer): Promise<Buffer> {
  const stream = idle.pop() ?? new GzipStream();
  const compressed = await stream.compress(body);
  if (idle.length < mostIdle) idle.push(stream);
  else stream.close();
  return compressed;
}

class GzipStream {
  // `reset` is documented, but missing in the type.
  readonly #stream = createGzip({ level }) as Gzip & ZlibReset;
  readonly #input = Buffer.allocUnsafe(inputBytes);
  #chunks: Buffer[] = [];

  constructor() {
    this.#stream.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    // Whoever waits is told by their callback.
    this.#stream.on("error", () => {});
  }

  compress(body: string | Buffer): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    this.#stream.write(this.#encode(body));
    this.#stream.flush(constants.Z_FINISH, (error?: Error | null) => {
      if (error) reject(error);
      else resolve(this.#take());
    });
    return promise;
  }

  close(): void {
    this.#stream.close();
  }

  #encode(body: string | Buffer): string | Buffer {
    // A character of a text takes three bytes at most.
    if (typeof body !== "string" || body.length * 3 > inputBytes) return body;
    return this.#input.subarray(0, this.#input.write(body));
  }

  /** What has been written since the last time. */
  #take(): Buffer {
    // What is buffered still comes as "data".
    this.#stream.read();
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#stream.reset();
    // A copy, for the chunks are parts of larger buffers.
    return Buffer.concat(chunks);
  }
}
