import fc from "fast-check";
import { expect, test } from "vitest";
import { startGatewayWith } from "../../../support/gateway.ts";
import { item } from "../../../support/project.ts";
import { startListRegistry } from "../../../support/real-registry.ts";
import { runs, seed } from "../../../support/seed.ts";

/*
 * Own fields are the generic ones by other names. So every question is asked in both words, on
 * generated files, structures and records: the answers and the calls that they cost are the same.
 */

const kinds = {
  String: "text",
  Float: "number",
  Boolean: "boolean",
  DateTime: "date",
  JSON: "value",
  Tag: "tag",
  Terminal: "terminal",
} as const;

type Subject = "tag" | "terminal";

interface OwnField {
  readonly name: string;
  readonly identifier: string;
  readonly type: keyof typeof kinds;
  readonly names: "ID" | "UUID" | "IMEI";
}

type World = Readonly<Record<Subject, Project>>;

interface Project {
  readonly fields: readonly OwnField[];
  readonly items: readonly object[] | null;
  readonly records: readonly { readonly id: string | number; readonly [field: string]: unknown }[];
}

const subjects = ["tag", "terminal"] as const;
const lists = { tag: "tags", terminal: "terminals" } as const;
const types = { tag: "Tag", terminal: "Terminal" } as const;
const ids = { tag: ["a1", "A1", "5", "007"], terminal: [5, 7, 12, 40] } as const;

const identifiers = [
  "floor",
  "next_check",
  "a key (old)",
  "étage",
  "__proto__",
  "constructor",
  "data",
];

const values = fc.constantFrom<unknown>(
  ...[null, "", " ", "five", "Five", "5", " 5 ", "1e400", "true", "0"],
  ...[5, 5.5, -3, 1e21, 1, true, false],
  ...["2026-03-01", "2026-03-01 09:30", "2026-03-01T09:30:00+01:00", "1.3.2026"],
  ...["a1", "007", 7, "uuid-12", "UUID-40", "imei-5", [5], ["a1"], { id: 5 }],
);

const fieldsOf = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom("floor", "nextCheck", "_", "x1", "URLCode", "id", "tag", "identifier"),
      identifier: fc.constantFrom(...identifiers),
      type: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
      names: fc.constantFrom("ID", "UUID", "IMEI"),
    }),
    {
      minLength: 1,
      // Links of one identifier must have one target.
      selector: ({ name, identifier, type }) =>
        type === "Tag" || type === "Terminal" ? `link ${identifier}` : name,
    },
  )
  .map((fields) => [...new Map(fields.map((field) => [field.name, field])).values()]);

function project(subject: Subject): fc.Arbitrary<Project> {
  const keys = identifiers.map((identifier) => [identifier, values] as const);
  const data = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record(Object.fromEntries(keys), { requiredKeys: [], noNullPrototype: true }),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, "odd", []) },
  );
  const items = fc
    .subarray(identifiers)
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map((identifier) =>
          fc
            .constantFrom("textbox", "number", "selectbox", "odd")
            .map((kind) => item(kind, identifier)),
        ),
      ),
    );
  const records = fc.tuple(
    ...ids[subject].map((id) =>
      data.map((additional) => ({
        id,
        name: `record ${id}`,
        uuid: `uuid-${id}`,
        imei: `imei-${id}`,
        additional_data: additional,
      })),
    ),
  );
  return fc.record({ fields: fieldsOf, items: fc.option(items, { freq: 4 }), records });
}

const worlds: fc.Arbitrary<World> = fc.record({
  tag: project("tag"),
  terminal: project("terminal"),
});

function toSdl(world: World): string {
  return subjects
    .map((subject) => {
      const fields = world[subject].fields.map(({ name, identifier, type, names }) => {
        const by = type === "Terminal" ? `, names: ${names}` : "";
        return `  ${name}: ${type} @item(identifier: ${JSON.stringify(identifier)}${by})`;
      });
      return `type ${types[subject]}Data {\n${fields.join("\n")}\n}`;
    })
    .join("\n");
}

/** A question in the words of own fields, and in the generic ones. */
interface Pair {
  readonly own: object;
  readonly generic: object;
}

const comparisons = {
  text: fc.record(
    {
      eq: fc.constantFrom("5", "five", "true"),
      contains: fc.constant("FIV"),
      in: fc.constant(["007", "5"]),
      isNull: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  number: fc.record(
    { gt: fc.constantFrom(-5, 5), lte: fc.constant(5), isNull: fc.boolean() },
    { requiredKeys: [] },
  ),
  boolean: fc.record({ eq: fc.boolean(), isNull: fc.boolean() }, { requiredKeys: [] }),
  date: fc.record(
    { lt: fc.constant("2026-03-01T09:00:00Z"), isNull: fc.boolean() },
    { requiredKeys: [] },
  ),
};

function filters(world: World, subject: Subject, depth: number): fc.Arbitrary<Pair> {
  const other = subject === "tag" ? "terminal" : "tag";
  const filtered = world[subject].fields.filter(({ type }) => type !== "JSON");
  const plain: fc.Arbitrary<Pair> = fc
    .boolean()
    .map((eq) => ({ own: { isActive: { eq } }, generic: { isActive: { eq } } }));
  const leaves = filtered.flatMap(({ name, identifier, type }): fc.Arbitrary<Pair>[] => {
    const kind = kinds[type];
    if (kind === "value" || (depth === 0 && (kind === "tag" || kind === "terminal"))) return [];
    const inner =
      kind === "tag" || kind === "terminal"
        ? filters(world, kind, depth - 1)
        : comparisons[kind].map((compared) => ({ own: compared, generic: compared }));
    return [
      inner.map(({ own, generic }) => ({
        own: { data: { [name]: own } },
        generic: { additionalData: [{ identifier, [kind]: generic }] },
      })),
    ];
  });
  if (depth === 0) return fc.oneof(plain, ...leaves);
  const part = filters(world, subject, depth - 1);
  const parts = fc.array(part, { minLength: 1, maxLength: 2 });
  const linked = filters(world, other, depth - 1);
  const both = (wrap: (of: (pair: Pair) => object) => object): Pair => ({
    own: wrap(({ own }) => own),
    generic: wrap(({ generic }) => generic),
  });
  return fc.oneof(
    ...leaves,
    ...leaves,
    parts.map((all) => both((of) => ({ and: all.map(of) }))),
    parts.map((all) => both((of) => ({ or: all.map(of) }))),
    part.map((one) => both((of) => ({ not: of(one) }))),
    linked.map((one) => both((of) => ({ [`linked${types[other]}s`]: { some: of(one) } }))),
  );
}

const toUpperSnake = new Map([
  ["floor", "FLOOR"],
  ["nextCheck", "NEXT_CHECK"],
  ["_", "_"],
  ["x1", "X1"],
  ["URLCode", "URL_CODE"],
  ["id", "ID"],
  ["tag", "TAG"],
  ["identifier", "IDENTIFIER"],
]);

function dimensions(world: World, subject: Subject): readonly Pair[] {
  return world[subject].fields
    .filter(({ type }) => !["JSON", "Tag", "Terminal"].includes(type))
    .map(({ name, identifier }) => ({
      own: { field: `DATA_${toUpperSnake.get(name)}` },
      generic: { field: "ADDITIONAL_DATA", identifier },
    }));
}

interface Question {
  readonly subject: Subject;
  readonly filter: Pair | null;
  readonly orders: readonly Pair[];
  readonly facets: readonly Pair[];
}

function questions(world: World): fc.Arbitrary<Question> {
  return fc.constantFrom(...subjects).chain((subject) => {
    const named = dimensions(world, subject);
    const some = (more: fc.Arbitrary<object>) =>
      named.length === 0
        ? fc.constant([])
        : fc.array(
            fc.tuple(fc.constantFrom(...named), more).map(
              ([{ own, generic }, further]): Pair => ({
                own: { ...own, ...further },
                generic: { ...generic, ...further },
              }),
            ),
            { maxLength: 2 },
          );
    return fc.record({
      subject: fc.constant(subject),
      filter: fc.option(filters(world, subject, 2), { freq: 4 }),
      orders: some(fc.record({ direction: fc.constantFrom("ASC", "DESC") })),
      facets: some(
        fc.record(
          { bounds: fc.constant([0, 5]), every: fc.constant("MONTH"), first: fc.constant(3) },
          { requiredKeys: ["first"] },
        ),
      ),
    });
  });
}

interface Answer {
  readonly data?: unknown;
  readonly errors?:
    | readonly { readonly path?: readonly unknown[]; readonly extensions: object }[]
    | undefined;
}

test("the same question in both words has one answer, at one cost", async () => {
  const counts = { answered: 0, refused: 0, values: 0, unreadable: 0 };
  await fc.assert(
    fc.asyncProperty(worlds, fc.integer(), async (world, questionSeed) => {
      await using gateway = await startGatewayWith(
        await startListRegistry({
          tags: world.tag.records,
          terminals: world.terminal.records,
          structures: { tag: world.tag.items, terminal: world.terminal.items },
        }),
        { ownFields: toSdl(world), settings: { SNAPSHOT_TTL_SECONDS: "0" } },
      );
      const ask = async (document: string, variables: object = {}) => {
        gateway.registry.resetCalls();
        const { data, errors, extensions } = await gateway.query(document, {
          variables: { ...variables },
        });
        return {
          data,
          errors,
          warnings: extensions?.["warnings"],
          calls: gateway.registry.calls.length,
        };
      };
      for (const subject of subjects) await compareValues(world, subject, ask, counts);
      for (const { subject, filter, orders, facets } of fc.sample(questions(world), {
        seed: questionSeed,
        numRuns: 12,
      })) {
        const type = types[subject];
        const document = `query ($filter: ${type}Filter, $orderBy: [${type}Order!], $by: [${type}Facet!]!, $after: String) {
          ${lists[subject]}(first: 2, after: $after, filter: $filter, orderBy: $orderBy) {
            totalCount edges { cursor node { id } } facets(by: $by) { values { value from fromAt count } otherCount nullCount numbers { sum } }
          }
        }`;
        let after: string | undefined;
        for (const _page of [1, 2]) {
          const askIn = (words: keyof Pair) =>
            ask(document, {
              filter: filter?.[words],
              orderBy: orders.map((one) => one[words]),
              by: facets.map((one) => one[words]),
              after,
            });
          const [own, generic] = [await askIn("own"), await askIn("generic")];
          const codes = (answer: Answer) =>
            answer.errors?.map(({ path, extensions }) => [path, extensions]);
          expect({ ...own, errors: codes(own) }).toEqual({ ...generic, errors: codes(generic) });
          counts[own.errors ? "refused" : "answered"] += 1;
          // The cursor of one is good for the other.
          after = (generic.data?.[lists[subject]] as { edges: { cursor: string }[] } | null)
            ?.edges[1]?.cursor;
          if (after === undefined) break;
        }
      }
    }),
    { numRuns: runs(10), seed },
  );
  expect(counts.answered).toBeGreaterThan(60);
  expect(counts.refused).toBeGreaterThan(3);
  expect(counts.values).toBeGreaterThan(60);
  expect(counts.unreadable).toBeGreaterThan(12);
});

type Node = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;

async function compareValues(
  world: World,
  subject: Subject,
  ask: (document: string) => Promise<Answer & { readonly calls: number }>,
  counts: { values: number; unreadable: number },
): Promise<void> {
  const { fields } = world[subject];
  const selected = (type: OwnField["type"]) =>
    type === "Tag" || type === "Terminal" ? " { id }" : "";
  const own = await ask(
    `{ ${lists[subject]} { nodes { data { ${fields.map(({ name, type }) => name + selected(type)).join(" ")} } } } }`,
  );
  const generic = await ask(
    `{ ${lists[subject]} { nodes { ${fields.map(({ identifier, type }, at) => `f${at}: additionalDataField(identifier: ${JSON.stringify(identifier)}) { value ${kinds[type]}${selected(type)} }`).join(" ")} } } }`,
  );
  const nodesOf = ({ data }: Answer) =>
    (data as Record<string, { readonly nodes: readonly Node[] }>)[lists[subject]]?.nodes ?? [];
  const errorAt = (at: number, name?: string) =>
    own.errors?.find(({ path }) => path?.[2] === at && path?.[4] === name);
  for (const [at, node] of nodesOf(own).entries()) {
    const data = world[subject].records[at]?.["additional_data"];
    if (data === "odd") {
      expect([node["data"], errorAt(at)?.extensions]).toMatchObject([
        null,
        { registryField: "additional_data" },
      ]);
      continue;
    }
    for (const [index, { name, identifier, type }] of fields.entries()) {
      const field = nodesOf(generic)[at]?.[`f${index}`] ?? {};
      const kind = kinds[type];
      expect([identifier, node["data"]?.[name]]).toEqual([identifier, field[kind]]);
      const isBlank = type !== "String" && String(field["value"]).trim() === "";
      const isUnreadable =
        !["JSON", "Tag", "Terminal"].includes(type) &&
        field["value"] !== null &&
        field[kind] === null &&
        !isBlank;
      expect(errorAt(at, name)?.extensions ?? null).toEqual(
        isUnreadable
          ? expect.objectContaining({ code: "REGISTRY_BAD_RESPONSE", registryField: identifier })
          : null,
      );
      counts[isUnreadable ? "unreadable" : "values"] += 1;
    }
  }
  // Looking up a uuid or imei brings the whole list, and who waits for a structure first finds it.
  const readsList = fields.some(({ type, names }) => type === "Terminal" && names !== "ID");
  // The generic fields may read the structure, own fields never do.
  if (!readsList) expect(own.calls).toBeLessThanOrEqual(generic.calls);
}
