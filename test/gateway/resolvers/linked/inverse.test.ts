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

/** The selection of a record's joins: by each link forwards, and backwards by all links together and by each. */
function joinsOf(subject: Subject): string {
  const forwards = links[subject].map(
    (identifier) =>
      `${identifier}: additionalDataField(identifier: "${identifier}") { tag { id } terminal { id } }`,
  );
  const backwards = (["tag", "terminal"] as const).flatMap((from) => {
    const field = from === "tag" ? "linkedTags" : "linkedTerminals";
    const page = "{ totalCount nodes { id } }";
    return [
      `by_${from}: ${field} ${page}`,
      ...linksTo(from, subject).map(
        (identifier) => `by_${from}_${identifier}: ${field}(identifier: "${identifier}") ${page}`,
      ),
    ];
  });
  return [...forwards, ...backwards].join("\n");
}

const document = `{
  tags { nodes { id ${joinsOf("tag")} } }
  terminals { nodes { id ${joinsOf("terminal")} } }
}`;

interface Node {
  readonly id: string;
}

interface Joined extends Node {
  // biome-ignore lint/suspicious/noExplicitAny: the selection has an alias for each link.
  readonly [alias: string]: any;
}

/** The ids of the records that name a record forwards, by one of the links. */
function naming(records: readonly Joined[], identifiers: readonly string[], { id }: Node) {
  return records
    .filter((record) =>
      identifiers.some((identifier) => {
        const field = record[identifier];
        return field?.tag?.id === id || field?.terminal?.id === id;
      }),
    )
    .map((record) => record.id);
}

let pairs = 0;
let joined = 0;

test(`the records linked to a record are those whose links lead to it, in every pair of records (seed ${seed})`, async () => {
  const property = fc.asyncProperty(projects, async ({ tags, terminals }) => {
    odd.lists.tags.splice(0, odd.lists.tags.length, ...tags);
    odd.lists.terminals.splice(0, odd.lists.terminals.length, ...terminals);
    const { data, errors = [] } = await odd.gateway.query(document);
    // Additional data that cannot be read names nothing.
    const others = errors.filter(
      ({ extensions }) => extensions["registryField"] !== "additional_data",
    );
    expect(others).toEqual([]);
    const records: Record<Subject, readonly Joined[]> = {
      tag: data.tags.nodes,
      terminal: data.terminals.nodes,
    };
    for (const to of ["tag", "terminal"] as const) {
      for (const from of ["tag", "terminal"] as const) {
        const identifiers = linksTo(from, to);
        for (const record of records[to]) {
          const check = (alias: string, by: readonly string[]) => {
            const expected = naming(records[from], by, record);
            const { totalCount, nodes } = record[alias];
            expect({ alias, totalCount, ids: nodes.map(({ id }: Node) => id) }).toEqual({
              alias,
              totalCount: expected.length,
              ids: expected,
            });
            pairs += records[from].length;
            joined += expected.length;
          };
          check(`by_${from}`, identifiers);
          for (const identifier of identifiers) check(`by_${from}_${identifier}`, [identifier]);
        }
      }
    }
  });
  await fc.assert(property, { seed, numRuns: runs(150) });
  // Many pairs are joined, and many are not: otherwise the property would show nothing.
  expect(pairs).toBeGreaterThan(5_000);
  expect(joined).toBeGreaterThan(pairs / 50);
});
