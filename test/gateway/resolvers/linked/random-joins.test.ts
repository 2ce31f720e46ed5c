import fc from "fast-check";
import { expect, test } from "vitest";
import { startGatewayWith } from "../../../support/gateway.ts";
import type { PlainRecord } from "../../../support/project.ts";
import { startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { runs, seed } from "../../../support/seed.ts";
import { linkSetting, links, linksTo, projects, type Subject, structures } from "./odd-records.ts";

type Members = Readonly<Record<string, unknown>>;
type Filter = fc.Arbitrary<Members>;

const subjects = ["tag", "terminal"] as const;
const linkedField = { tag: "linkedTags", terminal: "linkedTerminals" } as const;

function filters(subject: Subject, steps: number, depth = 2): Filter {
  const plain: Filter = fc.oneof(
    fc.constantFrom("one", "two", "three").map((eq) => ({ name: { eq } })),
    fc.boolean().map((eq) => ({ isActive: { eq } })),
    fc.constant({}),
  );
  const joins = steps === 0 ? [] : subjects.flatMap((other) => joinsWith(subject, other, steps));
  if (depth === 0) return fc.oneof(plain, ...joins);
  const inner = filters(subject, steps, depth - 1);
  const parts = fc.array(inner, { maxLength: 2 });
  return fc.oneof(
    plain,
    ...joins,
    ...joins,
    parts.map((and) => ({ and })),
    parts.map((or) => ({ or })),
    inner.map((not) => ({ not })),
  );
}

function joinsWith(subject: Subject, other: Subject, steps: number): readonly Filter[] {
  const inner = fc.option(filters(other, steps - 1, 1), { nil: undefined });
  const identifier = fc.option(fc.constantFrom(...linksTo(other, subject)), { nil: undefined });
  return [
    fc
      .tuple(fc.constantFrom(...linksTo(subject, other)), filters(other, steps - 1, 1))
      .map(([identifier, filter]) => ({ additionalData: [{ identifier, [other]: filter }] })),
    fc
      .record({ identifier, some: inner, none: inner })
      .map((members) => ({ [linkedField[other]]: JSON.parse(JSON.stringify(members)) })),
  ];
}

interface Joined {
  readonly id: string;
  readonly subject: Subject;
  // biome-ignore lint/suspicious/noExplicitAny: the selection has an alias for each link.
  readonly [alias: string]: any;
}

/** Whether a filter holds for a record, as the rules say it, with joins followed forwards only. */
function holds(all: readonly Joined[], record: Joined, filter: Members): boolean {
  return Object.entries(filter).every(([member, given]) => {
    const parts = given as readonly Members[];
    switch (member) {
      case "and":
        return parts.every((part) => holds(all, record, part));
      case "or":
        return parts.some((part) => holds(all, record, part));
      case "not":
        return !holds(all, record, given as Members);
      case "additionalData":
        return parts.every(({ identifier, ...to }) => {
          const named = follow(all, record, String(identifier));
          const [inner] = Object.values(to) as Members[];
          return named !== undefined && inner !== undefined && holds(all, named, inner);
        });
      case "linkedTags":
        return isLinked(all, record, "tag", given as Members);
      case "linkedTerminals":
        return isLinked(all, record, "terminal", given as Members);
      default:
        return record[member] === (given as Members)["eq"];
    }
  });
}

function follow(all: readonly Joined[], record: Joined, identifier: string): Joined | undefined {
  const field = record[identifier];
  const id = field?.tag?.id ?? field?.terminal?.id;
  return all.find((other) => other.id === id);
}

/** The records of a list that name a record by one of the links. */
function naming(all: readonly Joined[], record: Joined, from: Subject, by?: unknown) {
  const identifiers = linksTo(from, record.subject).filter((one) => one === (by ?? one));
  return all.filter(
    (other) =>
      other.subject === from && identifiers.some((one) => follow(all, other, one) === record),
  );
}

function isLinked(all: readonly Joined[], record: Joined, from: Subject, given: Members): boolean {
  const { identifier, some, none } = given;
  const linked = naming(all, record, from, identifier);
  const has = (filter: unknown) => linked.some((other) => holds(all, other, filter as Members));
  if (some === undefined && none === undefined) return linked.length > 0;
  return (some === undefined || has(some)) && (none === undefined || !has(none));
}

/** A record's joins: by each link forwards, and backwards by all links together and by each. */
function joinsOf(subject: Subject): string {
  const forwards = links[subject].map(
    (link) => `${link}: additionalDataField(identifier: "${link}") { tag { id } terminal { id } }`,
  );
  const backwards = subjects.flatMap((from) =>
    [null, ...linksTo(from, subject)].map(
      (by) =>
        `by_${from}_${by}: ${linkedField[from]}(identifier: ${JSON.stringify(by)}) { totalCount nodes { id } }`,
    ),
  );
  return [...forwards, ...backwards].join("\n");
}

const document = `query ($tags: TagFilter, $terminals: TerminalFilter) {
  tags { nodes { id name isActive ${joinsOf("tag")} } }
  terminals { nodes { id name isActive ${joinsOf("terminal")} } }
  found: tags(filter: $tags) { nodes { id } }
  foundToo: terminals(filter: $terminals) { nodes { id } }
}`;

const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

test(`linked records, and filters across joins, are what following each link forwards finds (seed ${seed})`, async () => {
  const lists: { tags: PlainRecord[]; terminals: PlainRecord[] } = { tags: [], terminals: [] };
  const registry = await startScriptedRegistry({ ...lists, structures });
  const settings = { SNAPSHOT_TTL_SECONDS: "0" };
  await using gateway = await startGatewayWith(registry, { links: linkSetting, settings });
  const seen = { found: 0, checked: 0, pairs: 0, joined: 0 };
  const cases = fc.record({
    project: projects,
    tags: filters("tag", 2),
    terminals: filters("terminal", 2),
  });
  const property = fc.asyncProperty(cases, async ({ project, ...variables }) => {
    lists.tags.splice(0, lists.tags.length, ...project.tags);
    lists.terminals.splice(0, lists.terminals.length, ...project.terminals);
    const { data, errors = [] } = await gateway.query(document, { variables });
    // Additional data that cannot be read names nothing.
    const isData = (field: unknown) => field === "additional_data";
    expect(errors.filter(({ extensions }) => !isData(extensions["registryField"]))).toEqual([]);
    const of = (subject: Subject, nodes: readonly Omit<Joined, "subject">[]) =>
      nodes.map((node) => ({ ...node, subject }) as Joined);
    const tags = of("tag", data.tags.nodes);
    const terminals = of("terminal", data.terminals.nodes);
    const all = [...tags, ...terminals];
    for (const record of all) {
      for (const from of subjects) {
        for (const by of [null, ...linksTo(from, record.subject)]) {
          const ids = idsOf(naming(all, record, from, by));
          const { totalCount, nodes } = record[`by_${from}_${by}`];
          expect([by, totalCount, idsOf(nodes)]).toEqual([by, ids.length, ids]);
          seen.pairs += of(from, all).length;
          seen.joined += ids.length;
        }
      }
    }
    const expected = [
      idsOf(tags.filter((tag) => holds(all, tag, variables.tags))),
      idsOf(terminals.filter((terminal) => holds(all, terminal, variables.terminals))),
    ];
    expect([idsOf(data.found.nodes), idsOf(data.foundToo.nodes)]).toEqual(expected);
    seen.found += expected.flat().length;
    seen.checked += all.length;
  });
  await fc.assert(property, { seed, numRuns: runs(40) });
  // Some records match and some do not, and some pairs are joined: otherwise the property would show nothing.
  expect(seen.found / seen.checked).toBeGreaterThan(0.15);
  expect(seen.found / seen.checked).toBeLessThan(0.8);
  expect(seen.joined).toBeGreaterThan(seen.pairs / 100);
});
