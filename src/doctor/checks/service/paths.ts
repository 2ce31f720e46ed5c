import type { Subject } from "../../../gateway/call/decode/records.ts";
import type { CheckCall } from "../../calls/check-call.ts";
import type { CallOutcome } from "../../calls/fetcher.ts";
import { describeOutcome, isRedirect } from "../../calls/outcome.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import {
  addKnown,
  type Check,
  createListCall,
  createSingleCall,
  decodeListPage,
  type Visit,
} from "../../visit.ts";
import { fetchIds } from "../rows.ts";

export const slashesCheck: Check = {
  id: "slashes",
  findings: ["list-slash", "single-slash"],
  asks: "Do slashes at the end of paths matter?",
  async run(visit) {
    // One setting covers both, so the proposal for lists depends on what single records need.
    const single = await judgeSingle(visit);
    const list = await judgeList(addKnown(visit, single?.learned));
    return single === undefined ? [list] : [list, single];
  },
};

async function judgeList(visit: Visit): Promise<Conclusion> {
  const documented = {
    ...createListCall(visit, "tag", { limit: 1, page: 1 }),
    path: "/api/v1/tags",
  };
  const other = { ...documented, path: "/api/v1/tags/" };
  const isListed = (outcome: CallOutcome) => decodeListPage(outcome, "tag") !== undefined;
  const without = await visit.calls.make(documented);
  const withSlash = await visit.calls.make(other);
  if (isListed(without)) {
    const result = isListed(withSlash) ? "is also served" : `gets ${describeOutcome(withSlash)}`;
    const detail = `Lists are served without a slash, as documented; /api/v1/tags/ ${result}.`;
    return { id: "list-slash", status: "ok", detail, call: other };
  }
  const conclusion = explainOtherPath(visit, "list", { outcome: without, call: documented });
  const terminals = createListCall(addKnown(visit, { listEnd: "" }), "terminal", {
    limit: 1,
    page: 1,
  });
  const again = await visit.calls.make(terminals);
  const isSame = describeOutcome(again) === describeOutcome(without);
  return isSame ? conclusion : withholdSettings(conclusion, "the list of tags");
}

/** Reports that a documented path is not served, but its other form is. */
function explainOtherPath(
  { known }: Visit,
  what: "list" | "single",
  { outcome, call }: { readonly outcome: CallOutcome; readonly call: CheckCall },
): Conclusion {
  const id = `${what}-slash`;
  const [paths, style] =
    what === "list"
      ? ["Lists", "with a slash at the end"]
      : ["Single records", "without a slash at the end"];
  const detail = `${paths} are served only ${style}; the documented path gets ${describeOutcome(outcome)}.`;
  const isReversed = known.listEnd === "/" && known.singleEnd === "";
  const unreversed = what === "list" ? "always" : "never";
  const settings = { REGISTRY_SLASHES: isReversed ? "reversed" : unreversed };
  if (isRedirect(outcome)) {
    const hint =
      "The gateway follows a redirect within the same origin, at twice the calls; REGISTRY_SLASHES saves them.";
    return { id, status: "warning", detail, hint, call, settings };
  }
  return {
    id,
    status: "warning",
    detail,
    hint: "Set REGISTRY_SLASHES, or nothing is found.",
    call,
    settings,
  };
}

function isServed(outcome: CallOutcome): boolean {
  return outcome.isAnswered && outcome.status === 200;
}

async function fetchSingle(visit: Visit, subject: Subject, id: string) {
  const asked = createSingleCall(addKnown(visit, { singleEnd: "/" }), subject, id);
  const call = createSingleCall(addKnown(visit, { singleEnd: "" }), subject, id);
  const documented = await visit.calls.make(asked);
  const other = await visit.calls.make(call);
  return { asked, call, documented, other };
}

/** Whether another record is served only without a slash, too: another tag, or else a terminal. */
async function isSeenAgain(visit: Visit, known: string): Promise<boolean> {
  for (const subject of ["tag", "terminal"] as const) {
    const ids = (await fetchIds(visit, { limit: 2, page: 1 }, subject))?.ids ?? [];
    const id = ids.find((candidate) => candidate !== "" && candidate !== known);
    if (id === undefined) continue;
    const { documented, other } = await fetchSingle(visit, subject, id);
    return !isServed(documented) && isServed(other);
  }
  return false;
}

async function judgeSingle(visit: Visit): Promise<Conclusion | undefined> {
  const [id] = (await fetchIds(visit, { limit: 1, page: 1 }))?.ids ?? [];
  if (!id) return undefined;
  const learned = { singleEnd: "" } as const;
  const { documented, other, asked, call } = await fetchSingle(visit, "tag", id);
  if (!isServed(documented) && isServed(other)) {
    const found = { outcome: documented, call: asked };
    const conclusion = explainOtherPath(addKnown(visit, learned), "single", found);
    const isProven = await isSeenAgain(visit, id);
    return { ...(isProven ? conclusion : withholdSettings(conclusion, "one record")), learned };
  }
  if (!isServed(documented)) return undefined;
  const result = isServed(other)
    ? "they are also served"
    : `the path gets ${describeOutcome(other)}`;
  const detail = `Single records are served with a slash, as documented; without one ${result}.`;
  return { id: "single-slash", status: "ok", detail, call };
}
