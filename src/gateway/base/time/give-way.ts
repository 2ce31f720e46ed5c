const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop. Work over a whole list calls it between its parts, of
 * some milliseconds at most. However many such works there are, one of them goes on in each turn,
 * after all that has arrived meanwhile.
 */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

const maxPartMs = 4;

export class Part {
  #beganAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#beganAt > maxPartMs;
  }

  async next(): Promise<void> {
    await giveWay();
    this.#beganAt = performance.now();
  }
}
