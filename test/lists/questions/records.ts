import { toGlobalId } from "../../../src/gateway/resolvers/values/global-id.ts";
import type { Finding } from "../oracle.ts";
import type { Kind } from "../scenarios.ts";
import {
  type Asker,
  hasError,
  idField,
  linkTarget,
  type Node,
  stableIds,
  type Verdict,
  verdictOf,
} from "./asker.ts";

export async function join(asker: Asker, { by, first }: Kind<"joins">): Promise<Verdict> {
  const target = by === "peer" ? "tags" : "terminals";
  const moment = asker.plainMoments()[target];
  const field = by === "peer" ? "tag { own: tagId }" : "terminal { own: terminalId }";
  const response = await asker.query(`{ list: tags(first: ${first}) { nodes {
    additionalData additionalDataField(identifier: "${by}") { ${field} } } } }`);
  const verdict = verdictOf(response, "list");
  if (!response.data?.list) return verdict;
  const stable = asker.world.list(target).stableSince(moment);
  const nodes = response.data.list.nodes as readonly (JoinNode | null)[];
  const findings = nodes.flatMap((node, index): Finding[] => {
    const value = node?.additionalData?.[by];
    const field = node?.additionalDataField;
    if (!field || value === undefined) return [];
    const joined = field.tag ?? field.terminal;
    if (joined || hasError(response, ["list", "nodes", index])) return [];
    const isThere = stable.some(
      ({ id, body }) => id !== null && linkTarget(by, id, body) === String(value),
    );
    return isThere ? [{ fault: "claimed absent", detail: `${by} ${value}` }] : [];
  });
  return { ...verdict, findings: [...verdict.findings, ...findings] };
}

export async function askNodes(asker: Asker, { subject, share }: Kind<"nodes">): Promise<Verdict> {
  const moment = asker.plainMoments()[subject];
  const rows = asker.world.list(subject).visible.filter(({ id }) => id !== null);
  const chosen = rows.slice(0, Math.ceil(share * rows.length));
  const type = subject === "tags" ? "Tag" : "Terminal";
  const ids = chosen.map(({ id }) => toGlobalId(type, String(id)));
  const response = await asker.query(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type} { own: ${idField[subject]} } } }`,
    { ids },
  );
  const verdict = verdictOf(response, "nodes");
  if (!response.data?.nodes) return verdict;
  const stable = new Set(stableIds(asker.world, subject, moment));
  const findings = chosen.flatMap(({ id }, index): Finding[] => {
    if (!stable.has(String(id)) || hasError(response, ["nodes", index])) return [];
    const node = response.data.nodes[index] as Node | null;
    if (node?.own === String(id)) return [];
    return [{ fault: "claimed absent", detail: `node ${id}` }];
  });
  return { ...verdict, findings: [...verdict.findings, ...findings] };
}

interface JoinNode {
  readonly additionalData: Readonly<Record<string, unknown>> | null;
  readonly additionalDataField: {
    readonly tag?: Node | null;
    readonly terminal?: Node | null;
  } | null;
}
