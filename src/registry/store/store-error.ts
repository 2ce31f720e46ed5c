/** The store cannot be opened, read or written. The message says in one line what to fix. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
