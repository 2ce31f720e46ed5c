import { constants, createGzip, type Gzip, type ZlibReset } from "node:zlib";

/** A higher level takes far longer, but compresses a list of records only slightly better. */
const level = 5;

const maxIdle = 4;

const inputBytes = 64 * 1024;

const idle: GzipStream[] = [];

/**
 * Compresses a body, off the main thread. Streams are reused, because Node.js frees a stream and
 * its buffers only in full garbage collections.
 */
export async function gzip(body: string | Buffer): Promise<Buffer> {
  const stream = idle.pop() ?? new GzipStream();
  const compressed = await stream.compress(body);
  if (idle.length < maxIdle) idle.push(stream);
  else stream.close();
  return compressed;
}

class GzipStream {
  // `reset` is documented, but missing from the type.
  readonly #stream = createGzip({ level }) as Gzip & ZlibReset;
  readonly #input = Buffer.allocUnsafe(inputBytes);
  #chunks: Buffer[] = [];

  constructor() {
    this.#stream.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    // The callback of `flush` gets the error. Without a listener, this event would end the process.
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
    // A character takes at most three bytes.
    if (typeof body !== "string" || body.length * 3 > inputBytes) return body;
    return this.#input.subarray(0, this.#input.write(body));
  }

  #take(): Buffer {
    // This emits what is left in the buffer, as a "data" event.
    this.#stream.read();
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#stream.reset();
    // The chunks are parts of larger buffers, so they are copied.
    return Buffer.concat(chunks);
  }
}
