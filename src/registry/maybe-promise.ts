/** A value, or the promise of one. A value that is already there avoids the cost of a promise. */
export type MaybePromise<T> = T | Promise<T>;

/** Maps a value now, or a promise's value when it comes. */
export function mapMaybePromise<T, U>(
  input: MaybePromise<T>,
  map: (value: T) => U,
): MaybePromise<U> {
  return input instanceof Promise ? input.then(map) : map(input);
}

/** The result of `work`. If it throws or rejects, `map` turns the error into the result. */
export function catchMaybePromise<T>(
  work: () => MaybePromise<T>,
  map: (error: unknown) => T,
): MaybePromise<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(map) : result;
  } catch (error) {
    return map(error);
  }
}
