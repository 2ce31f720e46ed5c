import { formatCount } from "../../../format-count.ts";
import type { Conclusion } from "../../finding.ts";
import { formatShare, showWord } from "../../text.ts";
import { type Check, createListCall, fetchSample, type Visit } from "../../visit.ts";
import { type Candidate, findCandidates, minLinkHits, minLinkShare } from "./link-candidates.ts";

export const linksCheck: Check = {
  id: "links",
  asks: "Which additional data names a record?",
  async run(visit) {
    const samples = [await fetchSample(visit, "tag"), await fetchSample(visit, "terminal")];
    const candidates = await findCandidates(visit);
    // A list that cannot be read may contain links.
    if (candidates.length === 0 && samples.includes(undefined)) return [];
    return [conclude(visit, candidates)];
  },
};

function conclude(visit: Visit, candidates: readonly Candidate[]): Conclusion {
  const call = createListCall(visit, "tag");
  const proposed = candidates.filter(
    ({ kind, hits, values }) =>
      (kind === "names" || kind === "tried") &&
      hits >= minLinkHits &&
      hits / values >= minLinkShare,
  );
  const others = candidates.filter((candidate) => !proposed.includes(candidate));
  const described = [...proposed, ...others].map(describeCandidate);
  if (described.length === 0) {
    const hint = "If you know of one, set ADDITIONAL_DATA_LINKS.";
    return {
      status: "ok",
      certainty: "likely",
      detail: "No additional data names a record.",
      hint,
      call,
    };
  }
  const detail = `${described.join("; ")}.`;
  if (proposed.length === 0) {
    const hint = "Too few values match for a link. If it is one, set ADDITIONAL_DATA_LINKS.";
    return { status: "ok", certainty: "unknown", detail, hint, call };
  }
  return {
    status: "ok",
    certainty: proposed.every(({ certainty }) => certainty === "seen") ? "seen" : "likely",
    detail,
    hint: "With ADDITIONAL_DATA_LINKS the gateway joins them: additionalDataField(identifier:) { terminal { name } }.",
    settings: { ADDITIONAL_DATA_LINKS: proposed.map(({ link }) => link).join(",") },
    call,
  };
}

function describeCandidate({ link, hits, values, kind }: Candidate): string {
  const name = showWord(link).replace("=", " → ");
  const share = `${formatShare(hits, values)} of ${formatCount(values, "different value")}`;
  switch (kind) {
    case "names":
      return `${name}: ${share}`;
    case "tried":
      return `${name}: ${hits} of ${formatCount(values, "value")} tried`;
    case "chance":
      return `${name}: ${share}, perhaps by chance`;
    case "spelling":
      return `${name}: ${share}, but in another spelling, which no link matches`;
    default:
      return kind satisfies never;
  }
}
