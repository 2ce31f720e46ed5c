/** Maximum number of `Accept` headers to remember, and of the characters of each. Clients send the same few short ones. */
const maxRemembered = 100;
const maxLength = 500;

/** Wraps a reader of `Accept` headers. The results for the first `maxRemembered` headers are remembered. */
export function rememberAccept<Result>(
  read: (accept: string) => Result,
): (accept: string) => Result {
  const remembered = new Map<string, Result>();
  return (accept) => {
    const former = remembered.get(accept);
    if (former !== undefined) return former;
    const result = read(accept);
    if (remembered.size < maxRemembered && accept.length <= maxLength) {
      remembered.set(accept, result);
    }
    return result;
  };
}
