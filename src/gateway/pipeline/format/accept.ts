/** Maximum number of `Accept` headers to remember. Clients send the same few. */
const maxRemembered = 100;

/** Wraps a reader of `Accept` headers, so that it parses each frequent header only once. */
export function rememberAccept<Result>(
  read: (accept: string) => Result,
): (accept: string) => Result {
  const remembered = new Map<string, Result>();
  return (accept) => {
    const known = remembered.get(accept);
    if (known !== undefined) return known;
    const result = read(accept);
    if (remembered.size < maxRemembered) remembered.set(accept, result);
    return result;
  };
}
