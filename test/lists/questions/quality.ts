import type { Row } from "../model/list.ts";
import type { Subject } from "../model/registry.ts";
import type { Finding } from "../oracle.ts";
import type { Kind } from "../scenarios.ts";
import { type Asker, idField, linkTarget, type Node, type Verdict, verdictOf } from "./asker.ts";

export async function askQuality(asker: Asker, { subject }: Kind<"quality">): Promise<Verdict> {
  const moments = asker.snapshotMoments();
  const [of, type, duplicates] =
    subject === "tags"
      ? ["TAG", "Tag", ["DUPLICATE_UID"]]
      : ["TERMINAL", "Terminal", ["DUPLICATE_UUID", "DUPLICATE_IMEI"]];
  const response = await asker.query(`{ project { list: dataQuality(of: ${of}, first: 1000,
    codes: [DANGLING_LINK, ${duplicates}]) {
      nodes { code identifier node { ... on ${type} { own: ${idField[subject]} additionalData } } } totalCount } } }`);
  const verdict = verdictOf(response, "project");
  const issues = response.data?.project?.list?.nodes as readonly Issue[] | undefined;
  if (!issues) return verdict;
  const findings = [...verdict.findings, ...judgeDangling(asker, issues, moments)];
  if (verdict.endings.includes("whole")) {
    findings.push(...judgeDuplicates(asker, issues, subject, moments[subject]));
  }
  return { ...verdict, findings };
}

function judgeDangling(
  asker: Asker,

  issues: readonly Issue[],
  moments: Readonly<Record<Subject, number>>,
): readonly Finding[] {
  return issues.flatMap(({ code, identifier, node }): Finding[] => {
    if (code !== "DANGLING_LINK" || !identifier) return [];
    const target = identifier === "peer" || identifier === "home_tag" ? "tags" : "terminals";
    const value = String(node?.additionalData?.[identifier]);
    const stable = asker.world.list(target).stableSince(moments[target]);
    const isThere = stable.some(
      ({ id, body }) => id !== null && linkTarget(identifier, id, body) === value,
    );
    return isThere ? [{ fault: "claimed dangling", detail: `${identifier} ${value}` }] : [];
  });
}
function judgeDuplicates(
  asker: Asker,
  issues: readonly Issue[],
  subject: Subject,
  moment: number,
): readonly Finding[] {
  const list = asker.world.list(subject);
  const single = ({ id, isDouble }: Row) => id !== null && !isDouble;
  const told = new Set(
    issues.flatMap(({ code, node }) => (code.startsWith("DUPLICATE") ? [String(node?.own)] : [])),
  );
  const mark = ({ id, body }: Row) =>
    String(subject === "tags" ? String(id).toLowerCase() : body["uuid"]);
  const stable = list.stableSince(moment).filter(single);
  const seen = list.seenSince(moment).filter(({ id }) => id !== null);
  const countBy = (rows: readonly Row[]) =>
    rows.reduce((counts, row) => {
      const ids = counts.get(mark(row)) ?? new Set<string>();
      return counts.set(mark(row), ids.add(String(row.id)));
    }, new Map<string, Set<string>>());
  const [stableMarks, seenMarks] = [countBy(stable), countBy(seen)];
  return stable.flatMap((row): Finding[] => {
    const id = String(row.id);
    if ((stableMarks.get(mark(row))?.size ?? 0) > 1 && !told.has(id)) {
      return [{ fault: "duplicate not told", detail: id }];
    }
    if ((seenMarks.get(mark(row))?.size ?? 0) < 2 && told.has(id)) {
      return [{ fault: "claimed duplicate", detail: id }];
    }
    return [];
  });
}

interface Issue {
  readonly code: string;
  readonly identifier: string | null;
  readonly node:
    | (Node & { readonly additionalData: Readonly<Record<string, unknown>> | null })
    | null;
}
