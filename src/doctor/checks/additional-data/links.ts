import type { Conclusion } from "../../finding.ts";
import { formatShare, showWord } from "../../text.ts";
import { type Check, listQuestion, type Visit } from "../../visit.ts";
import { type Candidate, findCandidates } from "./link-candidates.ts";

/** The least share of hits for which a link is proposed. */
const leastShare = 0.5;

/** Which additional data name records. */
export const links: Check = {
  id: "links",
  asks: "Which additional data names a record?",
  async run(visit) {
    return [conclude(visit, await findCandidates(visit))];
  },
};

function conclude(visit: Visit, candidates: readonly Candidate[]): Conclusion {
  const question = listQuestion(visit, "tag");
  const proposed = candidates.filter(
    ({ kind, hits, values }) =>
      (kind === "names" || kind === "tried") && hits / values >= leastShare,
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
      question,
    };
  }
  const detail = `${described.join("; ")}.`;
  if (proposed.length === 0) {
    const hint = "Too few values match for a link. If it is one, set ADDITIONAL_DATA_LINKS.";
    return { status: "ok", certainty: "unknown", detail, hint, question };
  }
  return {
    status: "ok",
    certainty: proposed.every(({ certainty }) => certainty === "seen") ? "seen" : "likely",
    detail,
    hint: "With ADDITIONAL_DATA_LINKS the gateway joins them: additionalDataField(identifier:) { terminal { name } }.",
    settings: { ADDITIONAL_DATA_LINKS: proposed.map(({ link }) => link).join(",") },
    question,
  };
}

function describeCandidate({ link, hits, values, kind }: Candidate): string {
  const name = showWord(link).replace("=", " → ");
  const share = `${formatShare(hits, values)} of ${values} different values`;
  switch (kind) {
    case "names":
      return `${name}: ${share}`;
    case "tried":
      return `${name}: ${hits} of ${values} values that were tried`;
    case "chance":
      return `${name}: ${share}, perhaps by chance`;
    case "spelling":
      return `${name}: ${share}, but in another spelling, which no link matches`;
    default:
      return kind satisfies never;
  }
}
