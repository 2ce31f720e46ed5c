/** Maximum number of `Accept` headers to remember. Clients send the same few. */
const maxRemembered = 100;

/** Wraps a reader of `Accept` headers. The results for the first `maxRemembered` headers are remembered. */
export function rememberAccept<Result>(
  read: (accept: string) => Result,
): (accept: string) => Result {
  const remembered = new Map<string, Result>();
  return (accept) => {
    const former = remembered.get(accept);
    if (former !== undefined) return former;
    const result = read(accept);
    if (remembered.size < maxRemembered) remembered.set(accept, result);
    return result;
  };
}
