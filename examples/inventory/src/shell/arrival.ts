import type { AnyRouter, RouterHistory } from "@tanstack/react-router";

/** The link that was followed on each page, by its address and text's place. */
const left = new Map<string, string>();
let isFirstPage = true;
let isBack = false;

/** Remembers which link leads away from a page, and whether one comes back. */
export function watchArrivals(router: AnyRouter): void {
  const history: RouterHistory = router.history;
  history.subscribe(({ action }) => {
    isBack = action.type === "BACK";
  });
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const href = link?.getAttribute("href");
      if (href) left.set(router.state.location.href, href);
    },
    true,
  );
}

/** Somebody has just come through the gate: the page that follows takes the focus. */
export function expectArrival(): void {
  isFirstPage = false;
}

/** Puts the focus where somebody who has just come to a page begins. */
export function takeArrival(href: string, heading: HTMLElement | null): void {
  // A page that is opened leaves the focus to the browser.
  if (isFirstPage) {
    isFirstPage = false;
    return;
  }
  const followed = isBack ? left.get(href) : undefined;
  const link =
    followed === undefined
      ? null
      : document.querySelector<HTMLElement>(`a[href="${CSS.escape(followed)}"]`);
  (link ?? heading)?.focus({ preventScroll: true });
}
