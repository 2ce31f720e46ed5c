import { describeOutcome, hasStatus, isRedirect } from "../../calls/outcome.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import { type Asked, askList, askSingle, firstRow, type Visit } from "../../visit.ts";

/** Whether lists are served as documented. It runs after the other one: a setting covers both. */
export async function checkListSlash(visit: Visit): Promise<Conclusion> {
  const documented = await askList(visit, "tag", firstRow, { path: "/api/v1/tags" });
  const other = await askList(visit, "tag", firstRow, { path: "/api/v1/tags/" });
  if (documented.page) {
    const result = other.page ? "is also served" : `gets ${describeOutcome(other.outcome)}`;
    const detail = `Lists are served without a slash, as documented; /api/v1/tags/ ${result}.`;
    return { status: "ok", detail, call: other.call };
  }
  const conclusion = proposeSlashes(visit, "list", documented);
  const again = await askList(visit, "terminal", firstRow, { path: "/api/v1/terminals" });
  const isSame = describeOutcome(again.outcome) === describeOutcome(documented.outcome);
  return isSame ? conclusion : withholdSettings(conclusion, "the list of tags");
}

function proposeSlashes(
  { known }: Visit,
  what: "list" | "single",
  { outcome, call }: Asked,
): Conclusion {
  const served =
    what === "list"
      ? "Lists are served only with a slash at the end"
      : "Single records are served only without a slash at the end";
  const isReversed = known.listEnd === "/" && known.singleEnd === "";
  const value = isReversed ? "reversed" : what === "list" ? "always" : "never";
  return {
    status: "warning",
    detail: `${served}; the documented path gets ${describeOutcome(outcome)}.`,
    hint: isRedirect(outcome)
      ? "The gateway follows a redirect within the same origin, at twice the calls; REGISTRY_SLASHES saves them."
      : "Set REGISTRY_SLASHES, or nothing is found.",
    call,
    settings: { REGISTRY_SLASHES: value },
  };
}

export async function checkSingleSlash(visit: Visit): Promise<Conclusion | undefined> {
  const [id] = (await askList(visit, "tag", firstRow)).ids ?? [];
  if (!id) return undefined;
  const documented = await askSingle(visit, "tag", id, "/");
  const { call, outcome } = await askSingle(visit, "tag", id, "");
  if (hasStatus(documented.outcome, 200)) {
    const result = hasStatus(outcome, 200)
      ? "they are also served"
      : `the path gets ${describeOutcome(outcome)}`;
    const detail = `Single records are served with a slash, as documented; without one ${result}.`;
    return { status: "ok", detail, call };
  }
  if (!hasStatus(outcome, 200)) return undefined;
  visit.known.singleEnd = "";
  const conclusion = proposeSlashes(visit, "single", documented);
  return (await isSeenAgain(visit, id)) ? conclusion : withholdSettings(conclusion, "one record");
}

async function isSeenAgain(visit: Visit, known: string): Promise<boolean> {
  for (const subject of ["tag", "terminal"] as const) {
    const { ids = [] } = await askList(visit, subject, { limit: 2, page: 1 });
    const id = ids.find((candidate) => candidate !== "" && candidate !== known);
    if (id === undefined) continue;
    const documented = await askSingle(visit, subject, id, "/");
    const other = await askSingle(visit, subject, id, "");
    return !hasStatus(documented.outcome, 200) && hasStatus(other.outcome, 200);
  }
  return false;
}
