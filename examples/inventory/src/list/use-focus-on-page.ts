import { type RefObject, useEffect, useRef } from "react";

/** Gives an element the focus when another page is shown: the button that was pressed may be gone. @param place the page's cursor */
export function useFocusOnPage(
  element: RefObject<HTMLElement | null>,
  place: string | undefined,
): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    element.current?.focus({ preventScroll: true });
  }, [element, place]);
}
