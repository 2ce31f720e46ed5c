import type { Row } from "../model/list.ts";
import { type Finding, judgeSet, judgeWhole } from "../oracle.ts";
import type { Kind } from "../scenarios.ts";
import {
  type Asker,
  countLeast,
  hasError,
  idField,
  type Node,
  stableIds,
  type Verdict,
  verdictOf,
} from "./asker.ts";
import { judgeTotal } from "./pages.ts";

export async function askSnapshot(
  asker: Asker,
  { subject, by }: Kind<"snapshot">,
): Promise<Verdict> {
  const moment = asker.snapshotMoments()[subject];
  const response = await asker.query(`{ list: ${subject}(first: 1000, ${snapshotArguments[by]}) {
    nodes { own: ${idField[subject]} } pageInfo { hasNextPage hasPreviousPage } totalCount } }`);
  const verdict = verdictOf(response, "list");
  if (!response.data?.list) return verdict;
  const findings = [...verdict.findings];
  const ids = (response.data.list.nodes as readonly (Node | null)[]).flatMap(
    (node) => node?.own ?? [],
  );
  const matches = ({ body }: Row) =>
    by === "all" || by === "order" || String(body["name"]).includes("red");
  const stable = stableIds(asker.world, subject, moment, matches);
  if (verdict.endings.includes("whole")) {
    const ends = { isWhole: true, isForward: true };
    findings.push(
      ...(by === "all" || by === "name" ? judgeWhole(stable, ids, ends) : judgeSet(stable, ids)),
    );
  }
  if (verdict.endings.includes("whole") && by !== "search") {
    findings.push(...judgeEdited(asker, ids, { subject, moment, matches }));
  }
  const seen = new Set(
    asker.world
      .list(subject)
      .seenSince(moment)
      .map(({ id }) => String(id)),
  );
  const strangers = ids.filter((id) => !seen.has(id));
  if (strangers.length > 0)
    findings.push({ fault: "a record from nowhere", detail: String(strangers) });
  if (by === "all" || by === "order") {
    findings.push(...judgeTotal(asker, response, { subject, moment, isSnapshot: true }));
  }
  return { ...verdict, findings };
}

/**
 * No record may be missing because it was edited, and has moved, while the list was read. Only a true count can tell a gateway that
 * one is missing.
 */
function judgeEdited(
  { world }: Asker,
  ids: readonly string[],
  { subject, moment, matches }: Scope,
): readonly Finding[] {
  const { count } = world.registry.rules.envelope;
  // Where rows are hidden, a count of the others does not fit the pages, so it is not believed.
  const isBelieved = count === "stored" || (count === "visible" && !hasHidden(world, subject));
  if (!isBelieved) return [];
  const delivered = new Set(ids);
  const list = world.list(subject);
  const present = list.presentSince(moment);
  // Only the count shows that a record has moved to a place that was read before, unless another one was removed meanwhile.
  const visible = new Set(list.visible.map(({ id }) => id));
  const isCountedOut = list.seenSince(moment).some(({ id }) => !visible.has(id));
  if (world.registry.rules.order === "name" && isCountedOut) return [];
  const missing = present.filter(
    (row) => row.id !== null && !row.isDouble && matches(row) && !delivered.has(String(row.id)),
  );
  if (missing.length === 0) return [];
  return [{ fault: "lost", detail: `though edited: ${missing.map(({ id }) => id)}` }];
}

function hasHidden(world: Asker["world"], subject: Scope["subject"]): boolean {
  return world.list(subject).rows.some(({ isHidden }) => isHidden);
}

/** Which records of a list an answer is about. */
interface Scope {
  readonly subject: Kind<"snapshot">["subject"];
  readonly moment: number;
  readonly matches: (row: Row) => boolean;
}

export async function askFacets(asker: Asker, { subject }: Kind<"facets">): Promise<Verdict> {
  const moment = asker.snapshotMoments()[subject];
  const field = subject === "tags" ? "TYPE" : "MODEL";
  const response = await asker.query(`{ list: ${subject}(first: 0) {
    facets(by: [{ field: ${field} }]) { values { value count } otherCount nullCount } } }`);
  const verdict = verdictOf(response, "list");
  const facet = response.data?.list?.facets?.[0];
  if (!facet || !verdict.endings.includes("whole")) return verdict;
  const name = subject === "tags" ? "type" : "model";
  const countOf = (rows: readonly Row[], value: unknown) =>
    rows.filter(({ id, body }) => id !== null && body[name] === value).length;
  const list = asker.world.list(subject);
  const findings = [...new Set(list.rows.map(({ body }) => body[name]))].flatMap(
    (value): Finding[] => {
      const counted =
        facet.values.find((one: { value: unknown }) => one.value === value)?.count ?? 0;
      const least = countLeast(list, moment, (row) => countOf([row], value) > 0);
      const most = countOf(list.seenSince(moment), value);
      if (counted >= least && counted <= most) return [];
      return [
        {
          fault: "miscounted",
          detail: `facet ${value}: ${counted} instead of ${least} to ${most}`,
        },
      ];
    },
  );
  return { ...verdict, findings: [...verdict.findings, ...findings] };
}

export async function lookUp(
  asker: Asker,
  { kind, at }: Kind<"uids" | "uuids" | "imeis">,
): Promise<Verdict> {
  const subject = kind === "uids" ? "tags" : "terminals";
  const moment = asker.snapshotMoments()[subject];
  const rows = asker.world.list(subject).visible.filter(({ id }) => id !== null);
  const chosen = at.flatMap((place) => rows[Math.floor(place * rows.length)] ?? []);
  if (chosen.length === 0) return nothingFound;
  const fields = chosen.map(({ id, body }, index) => {
    if (kind === "uids")
      return `r${index}: tagsByUid(uid: "0x${spread(String(id))}") { tag { own: tagId } }`;
    if (kind === "uuids")
      return `r${index}: terminalByUuid(uuid: "{${body["uuid"]}}") { own: terminalId }`;
    return `r${index}: terminalByImei(imei: "${body["imei"]}") { own: terminalId }`;
  });
  const response = await asker.query(`{ ${fields.join(" ")} }`);
  const stable = new Set(stableIds(asker.world, subject, moment));
  const verdict = verdictOf(response, null);
  const findings = chosen.flatMap(({ id }, index): Finding[] => {
    const found = response.data?.[`r${index}`];
    const failed = hasError(response, [`r${index}`]);
    if (found === null || found === undefined) {
      if (failed || !stable.has(String(id))) return [];
      return [{ fault: "claimed absent", detail: `${kind} ${id}` }];
    }
    if (kind !== "uids" || !stable.has(String(id))) return [];
    const isFound = found.some(({ tag }: { tag: Node }) => tag.own === String(id));
    return isFound || failed ? [] : [{ fault: "claimed absent", detail: `${kind} ${id}` }];
  });
  return { ...verdict, findings: [...verdict.findings, ...findings] };
}

const snapshotArguments = {
  all: "filter: {}",
  name: 'filter: { name: { contains: "red" } }',
  search: 'search: "red"',
  order: "orderBy: [{ field: NAME }]",
} as const;

const nothingFound: Verdict = { findings: [], endings: ["whole"] };

/** A UID in another spelling: with colons, in the other letter case. */
function spread(id: string): string {
  const other = id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase();
  return other.match(/../g)?.join(":") ?? other;
}
