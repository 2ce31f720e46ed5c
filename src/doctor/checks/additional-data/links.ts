import { formatCount } from "../../../format-count.ts";
import { linksOf } from "../../../gateway/resolvers/own-fields/own-fields.ts";
import type { Conclusion } from "../../finding.ts";
import { readSample, type Visit } from "../../visit.ts";
import { formatShare } from "../rows.ts";
import { type Candidate, findCandidates, minLinkShare } from "./link-candidates.ts";

/** A single value may name a record by chance. */
const minHits = 2;

export async function checkLinks(visit: Visit): Promise<Conclusion | undefined> {
  const tags = await readSample(visit, "tag");
  const terminals = await readSample(visit, "terminal");
  const own = new Set(linksOf(visit.ownFields).map((one) => `${one.subject}.${one.identifier}`));
  const found = await findCandidates(visit, tags, terminals);
  const candidates = found.filter(({ link }) => !own.has(link.split("=")[0] ?? ""));
  const { call } = tags;
  if (candidates.length === 0) {
    // A list that cannot be read may contain links.
    if (!tags.isRead || !terminals.isRead) return undefined;
    const hint = "If you know of one, set ADDITIONAL_DATA_LINKS.";
    const others = own.size === 0 ? "additional data" : "additional data but that of own fields";
    const detail = `No ${others} names a record.`;
    return { status: "ok", certainty: "likely", detail, hint, call };
  }
  const isProposed = ({ kind, hits, values }: Candidate) =>
    (kind === "names" || kind === "tried") && hits >= minHits && hits / values >= minLinkShare;
  const proposed = candidates.filter(isProposed);
  const others = candidates.filter((candidate) => !isProposed(candidate));
  const described = [...proposed, ...others].map((candidate) => describeLink(visit, candidate));
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

function describeLink({ words }: Visit, { link, hits, values, kind }: Candidate): string {
  const name = words.show(link).replace("=", " → ");
  if (kind === "tried") return `${name}: ${hits} of ${formatCount(values, "value")} tried`;
  const share = `${formatShare(hits, values)} of ${formatCount(values, "different value")}`;
  return `${name}: ${share}${kind === "chance" ? ", perhaps by chance" : ""}`;
}
