import { setTimeout } from "node:timers/promises";
import { makeExecutableSchema } from "@graphql-tools/schema";
import fc from "fast-check";
import {
  execute,
  type GraphQLSchema,
  getIntrospectionQuery,
  parse,
  Source,
  validate,
} from "graphql";
import { describe, expect, test } from "vitest";
import { DataTooLongError, executePlan, type WritingLimits } from "../../src/execution/execute.ts";
import { toGraphqlErrors } from "../../src/execution/field-error.ts";
import { Operation } from "../../src/execution/operation.ts";
import type { Variables } from "../../src/execution/plan.ts";
import { runs, seed } from "../support/seed.ts";

/** A schema with what the gateway's lacks: non-null fields that fail late, recursive inputs, unions and lists of lists. */
const schema = makeExecutableSchema({
  typeDefs: `
    type Query {
      cat: Cat
      sureCat: Cat!
      pets: [Pet]
      surePets: [Pet!]
      named: [Named!]!
      grid: [[Int!]]
      echo(filter: Filter, list: [Int!], choice: Choice = SECOND): String
      level: Level
      nothing: String!
      thrown: String
      noList: [Int]
      strange: Pet
      infinite: Any
    }
    scalar Any
    interface Named { name: String }
    type Cat implements Named { name: String lives: Int! kittens: [Cat!] broken: String! brokenLate: String! late: String level: Level! score: Float yes: Boolean }
    type Dog implements Named { name: String barks: Boolean! friend: Pet }
    union Pet = Cat | Dog
    enum Choice { FIRST SECOND }
    enum Level { LOW HIGH }
    input Filter { name: String and: [Filter!] not: Filter, least: Int = 3 }
  `,
  resolvers: {
    Query: {
      cat: () => cat(2),
      sureCat: async () => cat(1),
      pets: () => [cat(0), Promise.resolve(dog), null, new Error("lost"), Promise.reject(lost())],
      surePets: () => [cat(0), Promise.reject(lost())],
      named: async () => [dog, cat(0)],
      grid: () => [[1, 2], null, [3, null], Promise.resolve([4])],
      echo: (_: unknown, args: object) => JSON.stringify(args),
      level: () => "HIGH",
      nothing: () => null,
      thrown: () => {
        throw "no error";
      },
      noList: () => 5,
      strange: () => ({ kind: "Fish" }),
      infinite: () => Number.POSITIVE_INFINITY,
    },
    Named: { __resolveType: ({ kind }: { kind: string }) => kind },
    Pet: { __resolveType: ({ kind }: { kind: string }) => kind },
    Cat: {
      broken: () => {
        throw new Error("broken");
      },
      brokenLate: async () => {
        await Promise.resolve();
        throw new Error("broken late");
      },
      late: async () => "late",
      level: () => "NO LEVEL",
    },
    Dog: { friend: async () => cat(0) },
  },
});

const dog = { kind: "Dog", name: 'Rex "the\n\u2028dog" \ud800', barks: true };

function cat(kittens: number): object {
  return {
    kind: "Cat",
    name: "Tom",
    lives: 9,
    score: kittens / 3,
    yes: kittens > 0,
    kittens: kittens === 0 ? null : Array.from({ length: kittens }, () => cat(kittens - 1)),
  };
}

function lost(): Error {
  return new Error("lost later");
}

const limits: WritingLimits = { maxLength: 1_000_000, onTooLong() {} };

async function run(
  of: GraphQLSchema,
  text: string,
  values: Variables = {},
  changed: Partial<WritingLimits> = {},
) {
  const document = parse(text);
  const [definition] = document.definitions;
  if (definition?.kind !== "OperationDefinition") throw new Error("no operation first");
  const operation = new Operation({ schema: of, hidesSchema: false }, definition, new Source(text));
  const read = operation.coerceVariables(values);
  if ("errors" in read) return { errors: read.errors.map(({ message }) => message) };
  const { variables } = read;
  const plan = operation.prepare(variables);
  const { data, errors } = await executePlan(plan, {
    context: {},
    variables,
    limits: { ...limits, ...changed },
  });
  if (typeof data !== "string") expect(data.filter(isLonger)).toEqual([]);
  return {
    data: typeof data === "string" ? data : data.join(""),
    errors: toGraphqlErrors(errors, plan.source).map(({ message, path, locations }) => ({
      message,
      path,
      locations,
    })),
  };
}

function isLonger(piece: string | Buffer): boolean {
  return Buffer.byteLength(piece) !== piece.length;
}

/** The result of graphql-js, in the same form. */
async function runOracle(of: GraphQLSchema, text: string, values: Variables = {}) {
  const document = parse(text);
  expect(validate(of, document)).toEqual([]);
  const { data, errors = [] } = await execute({
    schema: of,
    document,
    variableValues: values,
    contextValue: {},
  });
  if (data === undefined) return { errors: errors.map(({ message }) => message) };
  return {
    data: JSON.stringify(data),
    errors: errors.map(({ message, path, locations }) => ({ message, path, locations })),
  };
}

describe("an operation has the same result as in graphql-js", () => {
  test.each([
    ["{ cat { name lives kittens { name __typename } late score yes } }"],
    ["{ sureCat { kittens { late } } level }"],
    [
      "{ pets { __typename ... on Cat { lives } ... on Dog { barks friend { ... on Cat { late } } } } }",
    ],
    ["{ surePets { __typename } cat { name } }"],
    ["{ named { name ... on Dog { barks } ... on Cat { n: name lives } } }"],
    ["{ grid infinite }"],
    ["{ cat { name broken late } level }"],
    ["{ cat { kittens { broken } } }"],
    ["{ level nothing }"],
    ["{ level sureCat { brokenLate } }"],
    ["{ echo echo2: echo(choice: FIRST) echo3: echo(list: 5) }"],
    [
      "{ __typename a: __typename ...F } fragment F on Query { level ...G } fragment G on Query { level cat { name } }",
    ],
    ["{ cat { ...F ...F @include(if: false) } } fragment F on Cat { name }"],
    ["{ cat { name @skip(if: true) lives name } }"],
    [getIntrospectionQuery()],
  ])("%s", async (text) => {
    expect(await run(schema, text)).toEqual(await runOracle(schema, text));
  });

  test.each([
    [{ f: { name: "a", and: [{ not: { name: "b" } }, { and: [] }] } }],
    [{ f: { least: null } }],
    [{ f: null }],
    [{}],
    [{ f: { unknown: 1, name: 5 }, l: [1, null] }],
    [{ l: [1, 2] }],
    [{ l: 3 }],
  ])("with variables of a recursive input type: %j", async (variables) => {
    const text =
      "query ($f: Filter, $l: [Int!], $n: Int = 7) { a: echo(filter: $f, list: $l) b: echo(filter: { not: $f, and: [{ least: $n }] }) c: echo(list: [1, $n]) }";
    expect(await run(schema, text, variables)).toEqual(await runOracle(schema, text, variables));
  });
});

type Text = string | (() => Promise<string>);

interface Row {
  readonly texts: readonly Text[];
}

/** A row of texts, some of them not ASCII, some of them later. */
function rowArbitrary(maxLength: number): fc.Arbitrary<Row> {
  const text = fc
    .record({
      unit: fc.constantFrom("a", "a", "a", "ä", "€", "😀", '"', "\n"),
      length: fc.nat(maxLength),
      waitsMs: fc.constantFrom(0, 0, 0, 0, 1, 5),
    })
    .map(({ unit, length, waitsMs }): Text => {
      const repeated = unit.repeat(length);
      return waitsMs === 0 ? repeated : () => setTimeout(waitsMs, repeated);
    });
  return fc.record({ texts: fc.array(text, { maxLength: 8 }) });
}

const rowsArbitrary = fc
  .array(
    fc.oneof(
      fc.array(rowArbitrary(100_000), { maxLength: 3 }),
      fc
        .tuple(rowArbitrary(20), fc.constantFrom(1, 100, 2_000))
        .map(([row, count]) => Array<Row>(count).fill(row)),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.flat());

test(`long data has all texts in order, in pieces with as many bytes as their length (seed ${seed})`, () => {
  const textOf = (text: Text = "") => (typeof text === "string" ? text : text());
  return fc.assert(
    fc.asyncProperty(rowsArbitrary, async (rows) => {
      const resolved = makeExecutableSchema({
        typeDefs: "type Query { rows: [Row!] } type Row { texts: [String] a: String! b: String }",
        resolvers: {
          Query: { rows: () => rows },
          Row: {
            texts: ({ texts }: Row) => texts.map(textOf),
            a: ({ texts }: Row) => textOf(texts[0]),
            b: ({ texts }: Row) => textOf(texts.at(-1)),
          },
        },
      });
      const text = "{ rows { a texts b } again: rows { b } }";
      const expected = await runOracle(resolved, text);
      const { data, errors } = await run(resolved, text, {}, { maxLength: 1e9 });
      expect(errors).toEqual(expected.errors);
      // Compared whole, `toBe` would show megabytes.
      expect(data === expected.data).toBe(true);
    }),
    { seed, numRuns: runs(20) },
  );
});

test.each([100, 1_000])("the errors of %i rows are all told", async (length) => {
  const rows = Array.from({ length }, (_, at) => ({ at }));
  const fail = () => new Error("no");
  const resolved = makeExecutableSchema({
    typeDefs: "type Query { rows: [Row] } type Row { early: Int late: Int }",
    resolvers: {
      Query: { rows: () => rows },
      Row: {
        early: fail,
        late: ({ at }: { at: number }) => setTimeout(at % 7).then(() => Promise.reject(fail())),
      },
    },
  });
  const text = "{ rows { late early } }";
  const expected = await runOracle(resolved, text);
  const { data, errors } = await run(resolved, text);
  expect(data).toEqual(expected.data);
  const paths = errors.map((error) => (typeof error === "string" ? error : `${error.path}`));
  const inOrder = rows.flatMap(({ at }) => [`rows,${at},late`, `rows,${at},early`]);
  // Beyond 500 errors the order is that in which they occurred.
  if (length > 100) expect(paths.toSorted()).toEqual(inOrder.toSorted());
  else expect(paths).toEqual(inOrder);
});

test("while values are awaited, it is told how much has been written", async () => {
  const text = `{ ${Array.from({ length: 500 }, (_, of) => `a${of}: cat { name kittens { name } late }`).join(" ")} }`;
  const lengths: number[] = [];
  const onWritten = (length: number) => void lengths.push(length);
  const { data = "" } = await run(schema, text, {}, { onWritten });
  expect(lengths.length).toBeGreaterThan(0);
  expect(lengths.every((length, at) => length > (lengths[at - 1] ?? 0))).toBe(true);
  expect(lengths.at(-1)).toBeLessThanOrEqual(data.length);
});

const cats = Array.from({ length: 100 }, (_, of) => `a${of}: cat { name kittens { name } }`);

test.each([
  ["at once", `{ ${cats.join(" ")} }`, 500],
  ["before promises in a list that are rejected", "{ pets { __typename } }", 10],
  ["when a promise is resolved", "{ cat { late } }", 20],
])("data that is too long %s is not written to its end", async (_, text, maxLength) => {
  let tooLong = 0;
  const onTooLong = () => {
    tooLong += 1;
  };
  const result = run(schema, text, {}, { maxLength, onTooLong });
  await expect(result).rejects.toThrow(DataTooLongError);
  expect(tooLong).toBeGreaterThan(0);
});

test("a resolver's invalid value or exception is an error at its place", async () => {
  const text = "{ thrown noList strange { __typename } cat { level } }";
  const { data, errors } = await run(schema, text);
  expect(data).toBe('{"thrown":null,"noList":null,"strange":null,"cat":null}');
  expect(errors).toMatchObject([
    { path: ["thrown"] },
    { message: "The resolver of Query.noList did not return a list.", path: ["noList"] },
    { message: "The type of a value of Query.strange cannot be determined.", path: ["strange"] },
    { path: ["cat", "level"] },
  ]);
});

test("late failures that null the same object are all reported, in the order of the data", async () => {
  const text = "{ cat { b: brokenLate kittens { b: brokenLate } a: brokenLate } }";
  const { data, errors } = await run(schema, text);
  expect(data).toBe('{"cat":null}');
  expect(errors.map((error) => typeof error === "object" && error.path)).toEqual([
    ["cat", "b"],
    ["cat", "kittens", 0, "b"],
    ["cat", "kittens", 1, "b"],
    ["cat", "a"],
  ]);
});
