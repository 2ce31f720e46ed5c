/** The caller left before the request had arrived, or while its response was written. */
export class CallerLeftError extends Error {
  override readonly name = "CallerLeftError";
}
