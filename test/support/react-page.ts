import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** A React tree in the document of the test's environment. */
export interface ReactPage extends Disposable {
  readonly element: HTMLElement;
  /** Resolves when the text of the page matches. */
  waitFor(pattern: RegExp): Promise<void>;
  /** Presses the one button that is shown. */
  press(): void;
}

/** Renders a tree as a browser does, in React's own time. */
export function renderPage(tree: ReactNode): ReactPage {
  const element = document.body.appendChild(document.createElement("div"));
  // What an error boundary catches is shown; it need not be told twice.
  const root = createRoot(element, { onCaughtError: () => {} });
  root.render(tree);
  return {
    element,
    async waitFor(pattern) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => pattern.test(element.textContent ?? "") && resolve();
      const observer = new MutationObserver(look);
      observer.observe(element, { childList: true, subtree: true, characterData: true });
      look();
      await promise;
      observer.disconnect();
    },
    press() {
      const button = element.querySelector("button");
      if (button === null) throw new Error(`There is no button in: ${element.textContent}`);
      button.click();
    },
    [Symbol.dispose]() {
      root.unmount();
      element.remove();
    },
  };
}
