import type { ResponseKey } from "../scenarios.ts";
import type { Asker, Verdict } from "./asker.ts";
import { followChanges } from "./changes.ts";
import { askPage, askTotal, walk } from "./pages.ts";
import { askQuality } from "./quality.ts";
import { askNodes, join } from "./records.ts";
import { askFacets, askSnapshot, lookUp } from "./snapshots.ts";

/** Asks a question, and holds the answer against what was true meanwhile. */
export function ask(asker: Asker, question: ResponseKey): Promise<Verdict> {
  switch (question.kind) {
    case "page":
      return askPage(asker, question);
    case "walk":
      return walk(asker, question);
    case "total":
      return askTotal(asker, question);
    case "snapshot":
      return askSnapshot(asker, question);
    case "facets":
      return askFacets(asker, question);
    case "uids":
    case "uuids":
    case "imeis":
      return lookUp(asker, question);
    case "joins":
      return join(asker, question);
    case "nodes":
      return askNodes(asker, question);
    case "quality":
      return askQuality(asker, question);
    case "changes":
      return followChanges(asker, question);
  }
}
