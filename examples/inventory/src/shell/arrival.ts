import type { AnyRouter, RouterHistory } from "@tanstack/react-router";

/** The address of the last link followed on each page, by the page's own address. */
const followedLinks = new Map<string, string>();
let isFirstPage = true;
let isGoingBack = false;

/** Remembers the link by which the user leaves each page, and whether the user goes back. */
export function watchArrivals(router: AnyRouter): void {
  const history: RouterHistory = router.history;
  history.subscribe(({ action }) => {
    isGoingBack = action.type === "BACK";
  });
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const href = link?.getAttribute("href");
      if (href) followedLinks.set(router.state.location.href, href);
    },
    true,
  );
}

/** Call this when the user has entered a key: the next page takes the focus. */
export function expectArrival(): void {
  isFirstPage = false;
}

/** Focuses the heading of a page that was just opened. After going back, it focuses the link by which the user left the page. */
export function takeArrival(href: string, heading: HTMLElement | null): void {
  // The browser sets the focus of the first page itself.
  if (isFirstPage) {
    isFirstPage = false;
    return;
  }
  const followed = isGoingBack ? followedLinks.get(href) : undefined;
  const link =
    followed === undefined
      ? null
      : document.querySelector<HTMLElement>(`a[href="${CSS.escape(followed)}"]`);
  (link ?? heading)?.focus({ preventScroll: true });
}
