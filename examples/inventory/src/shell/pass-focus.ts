/**
 * Gives the focus to the part of the page around an element that is about to go: without this, whoever uses the keyboard would
 * begin at the top again.
 */
export function passFocus(element: Element): void {
  element.parentElement?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
}
