/** Holds the event loop up, as too much work or a machine that is busy with other things does. */
export function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
