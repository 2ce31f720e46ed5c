/**
 * Moves the focus to the part of the page around an element that is about to disappear. Otherwise keyboard users would start at
 * the top of the page again.
 */
export function passFocus(element: Element): void {
  element.parentElement?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
}
