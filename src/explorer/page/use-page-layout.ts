import { useState } from "react";

/** The pane in view on a phone, which shows one at a time. */
export type Pane = "side" | "query" | "response";

export type SideView = "build" | "docs" | "saved" | "history";

export interface PageLayout {
  readonly pane: Pane;
  /** Null if no panel is open next to the query. */
  readonly side: SideView | null;
  /** The names of the types opened one after another, the last of which is shown; empty for the overview. */
  readonly docsTrail: readonly string[];
  readonly showPane: (pane: Pane) => void;
  readonly showSide: (view: SideView | null) => void;
  readonly showDocs: (trail: readonly string[]) => void;
  readonly showType: (name: string) => void;
}

/** The layout, which lasts as long as the page. */
export function usePageLayout(firstSide: SideView): PageLayout {
  const [pane, setPane] = useState<Pane>("query");
  const [side, setSide] = useState<SideView | null>(() => (innerWidth > 1100 ? firstSide : null));
  const [docsTrail, setDocsTrail] = useState<readonly string[]>([]);
  return {
    pane,
    side,
    docsTrail,
    showPane(next) {
      if (next === "side" && side === null) setSide(firstSide);
      setPane(next);
    },
    showSide: setSide,
    showDocs: setDocsTrail,
    showType(name) {
      setSide("docs");
      setPane("side");
      setDocsTrail((trail) => [...trail, name]);
    },
  };
}
