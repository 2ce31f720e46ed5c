/**
 * The bytes of a text or of a buffer in memory of their own, to be kept. Node.js makes small
 * buffers from pieces of a larger one, and whoever keeps a few bytes of it keeps 64 KiB.
 */
export function toOwnBuffer(content: string | Buffer): Buffer {
  if (typeof content !== "string" && content.buffer.byteLength === content.length) return content;
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === "string") own.write(content);
  else content.copy(own);
  return own;
}
