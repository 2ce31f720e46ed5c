/** If what had the focus is gone, gives it to the first of these that is still on the page. */
export function focusFirst(...candidates: readonly (Element | null | undefined)[]): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const next = candidates.find((candidate) => candidate?.isConnected);
  if (next instanceof HTMLElement) next.focus();
}
