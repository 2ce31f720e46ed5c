import { useState } from "react";
import type { ResponseView } from "../response/response-content.tsx";

export type Pane = "side" | "query" | "response";

export type SideView = "build" | "docs" | "saved" | "history";

export type PageLayout = ReturnType<typeof usePageLayout>;

export function usePageLayout(firstSide: SideView) {
  const [pane, setPane] = useState<Pane>("query");
  const [side, setSide] = useState<SideView | null>(() => (innerWidth > 1100 ? firstSide : null));
  const [docsTrail, setDocsTrail] = useState<readonly string[]>([]);
  const [view, setView] = useState<ResponseView>("json");
  return {
    pane,
    /** Null if no panel is open next to the query. */
    side,
    /** What was opened, as `Type` or `Type.field`. The last is shown; without any, the overview. */
    docsTrail,
    view,
    showPane(next: Pane) {
      if (next === "side" && side === null) setSide(firstSide);
      setPane(next);
    },
    showSide: setSide,
    showDocs: setDocsTrail,
    showView: setView,
    openDocs(name: string) {
      setSide("docs");
      setPane("side");
      setDocsTrail((trail) => [...trail, name]);
    },
  };
}
