import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "../../../search/arbitraries.ts";
import { seed } from "../../../support/seed.ts";
import { startOddGateway } from "./odd-gateway.ts";
import { links, linksTo, projects, type Subject } from "./odd-records.ts";

let odd: Awaited<ReturnType<typeof startOddGateway>>;

beforeAll(async () => {
  odd = await startOddGateway();
});

afterAll(() => odd[Symbol.asyncDispose]());

type Members = Readonly<Record<string, unknown>>;
type Filter = fc.Arbitrary<Members>;

const subjects = ["tag", "terminal"] as const;
const linkedMember = { tag: "linkedTags", terminal: "linkedTerminals" } as const;

/** Filters of a list. @param steps how many joins they may have within one another. */
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

/** Conditions of a list on another list. */
function joinsWith(subject: Subject, other: Subject, steps: number): readonly Filter[] {
  const inner = fc.option(filters(other, steps - 1, 1), { nil: undefined });
  const identifiers = fc.option(fc.constantFrom(...linksTo(other, subject)), { nil: undefined });
  return [
    fc
      .tuple(fc.constantFrom(...linksTo(subject, other)), filters(other, steps - 1, 1))
      .map(([identifier, filter]) => ({ additionalData: [{ identifier, [other]: filter }] })),
    fc
      .record({ identifier: identifiers, some: inner, none: inner })
      .map((members) => ({ [linkedMember[other]]: JSON.parse(JSON.stringify(members)) })),
  ];
}

interface Joined {
  readonly id: string;
  readonly subject: Subject;
  readonly name: string;
  readonly isActive: boolean;
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
        return parts.every((entry) => namesMatch(all, record, entry));
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

function namesMatch(all: readonly Joined[], record: Joined, { identifier, ...to }: Members) {
  const named = follow(all, record, String(identifier));
  const [filter] = Object.values(to) as Members[];
  return named !== undefined && filter !== undefined && holds(all, named, filter);
}

function isLinked(all: readonly Joined[], record: Joined, from: Subject, given: Members): boolean {
  const { identifier, some, none } = given;
  const identifiers = linksTo(from, record.subject).filter((one) => one === (identifier ?? one));
  const linked = all.filter(
    (other) =>
      other.subject === from && identifiers.some((one) => follow(all, other, one) === record),
  );
  const has = (filter: unknown) => linked.some((other) => holds(all, other, filter as Members));
  if (some === undefined && none === undefined) return linked.length > 0;
  return (some === undefined || has(some)) && (none === undefined || !has(none));
}

const forwards = (subject: Subject) =>
  links[subject].map(
    (identifier) =>
      `${identifier}: additionalDataField(identifier: "${identifier}") { tag { id } terminal { id } }`,
  );

const document = `query ($tags: TagFilter, $terminals: TerminalFilter) {
  tags { nodes { id name isActive ${forwards("tag").join(" ")} } }
  terminals { nodes { id name isActive ${forwards("terminal").join(" ")} } }
  found: tags(filter: $tags) { nodes { id } }
  foundToo: terminals(filter: $terminals) { nodes { id } }
}`;

let found = 0;
let checked = 0;

test(`filters across joins find what following each join forwards finds (seed ${seed})`, async () => {
  const cases = fc.record({
    project: projects,
    tags: filters("tag", 2),
    terminals: filters("terminal", 2),
  });
  const property = fc.asyncProperty(cases, async ({ project, ...variables }) => {
    odd.lists.tags.splice(0, odd.lists.tags.length, ...project.tags);
    odd.lists.terminals.splice(0, odd.lists.terminals.length, ...project.terminals);
    const { data, errors = [] } = await odd.gateway.query(document, { variables });
    // Additional data that cannot be read names nothing.
    const others = errors.filter(
      ({ extensions }) => extensions["registryField"] !== "additional_data",
    );
    expect(others).toEqual([]);
    const of = (subject: Subject, nodes: readonly Omit<Joined, "subject">[]) =>
      nodes.map((node) => ({ ...node, subject }) as Joined);
    const tags = of("tag", data.tags.nodes);
    const terminals = of("terminal", data.terminals.nodes);
    const all = [...tags, ...terminals];
    const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);
    const expected = {
      tags: idsOf(tags.filter((tag) => holds(all, tag, variables.tags))),
      terminals: idsOf(terminals.filter((terminal) => holds(all, terminal, variables.terminals))),
    };
    expect({ tags: idsOf(data.found.nodes), terminals: idsOf(data.foundToo.nodes) }).toEqual(
      expected,
    );
    found += expected.tags.length + expected.terminals.length;
    checked += all.length;
  });
  await fc.assert(property, { seed, numRuns: runs(300) });
  // Some records match and some do not: otherwise the property would show nothing.
  expect(found / checked).toBeGreaterThan(0.2);
  expect(found / checked).toBeLessThan(0.8);
});
