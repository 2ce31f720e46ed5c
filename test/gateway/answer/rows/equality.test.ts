import fc from "fast-check";
import type { GraphQLFormattedError } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../../../support/gateway.ts";
import {
  type ScriptedRegistry,
  startScriptedRegistry,
} from "../../../support/scripted-registry.ts";

import { runs, seed } from "../../../support/seed.ts";
import { type FileGateway, parseCsv, parseExactly, parseLines, startFiles } from "./setup.ts";
import {
  type Asked,
  questions,
  type Tree,
  toQuestion,
  treeOf,
  type World,
  worlds,
} from "./worlds.ts";

const pageSizes = [1, 2, 3, 5, 7];

const world: { -readonly [Name in keyof World]: World[Name] } = { tags: [], terminals: [] };
let registry: ScriptedRegistry & { links: string };
let gateways: readonly FileGateway[];

beforeAll(async () => {
  const started = await startScriptedRegistry(world);
  registry = Object.assign(started, { links: "tag.terminal_id=terminal.id" });
  gateways = await Promise.all(
    pageSizes.map((size) => startFiles(registry, { settings: { MAX_PAGE_SIZE: String(size) } })),
  );
});

afterAll(async () => {
  for (const gateway of gateways) await gateway[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

type Value = Readonly<Record<string, unknown>> | null;

interface Walked {
  readonly entries: readonly Value[];
  /** Of each entry, with paths from there. */
  readonly errors: readonly (readonly unknown[])[];
}

/** Reads the same list by pages, as an application does. */
async function walk(
  gateway: FileGateway,
  asked: Parameters<typeof toQuestion>[0],
  { size, key }: { readonly size: number; readonly key: string },
): Promise<Walked> {
  const entries: Value[] = [];
  const errors: (readonly unknown[])[] = [];
  const { first } = asked;
  for (let after: string | null = null; ; ) {
    const wanted = Math.min(size, (first ?? Number.POSITIVE_INFINITY) - entries.length);
    const question = toQuestion(asked, { first: wanted, after });
    const headers = { "x-api-key": key };
    const { text } = await gateway.download(question, { accept: "application/json", headers });
    const { data } = parseExactly(text) as Json;
    const found = JSON.parse(text).errors ?? [];
    const parent = /project|terminal/.exec(asked.list)?.[0];
    const page = parent === undefined ? data?.list : data?.[parent]?.list;
    const depth = parent === undefined ? 3 : 4;
    const [own, other] = partition(found as Json[], ({ path }) => path?.length >= depth);
    if (other.length > 0) throw new Error(text);
    if (page == null) return { entries, errors };
    for (const [at, entry] of (page[asked.entries] as Value[]).entries()) {
      entries.push(entry);
      const ofEntry = own.filter(({ path }) => path[depth - 1] === at);
      errors.push(
        ofEntry.map(({ path, extensions }) => [JSON.stringify(path.slice(depth)), extensions.code]),
      );
    }
    if (!page.pageInfo.hasNextPage || entries.length === first) {
      return { entries, errors };
    }
    after = page.pageInfo.endCursor;
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** Cursors differ from page size to page size. */
const cursor = "a cursor";

const edge = (tree: Tree): Tree =>
  new Map<string, Tree | null>([
    ["cursor", null],
    ["node", tree],
  ]);

function withoutCursor({ entries }: Asked, record: readonly string[]): readonly string[] {
  const [first = "", ...others] = record;
  return entries === "nodes" ? record : [/^[\w-]{10,}$/.test(first) ? cursor : first, ...others];
}

function toLine(line: unknown) {
  const { errors = [], ...row } = line as Json;
  return {
    row: typeof row.cursor === "string" ? { ...row, cursor } : row,
    errors: errors.map(({ path = [], extensions }: GraphQLFormattedError) => [
      JSON.stringify(path),
      extensions?.["code"],
    ]),
  };
}

/** Of a record that cannot be read, a row has all columns, without values. */
function toRow(entry: Value, { entries, selections }: Asked): object {
  if (entries === "edges") return { ...entry, cursor };
  return (
    entry ??
    Object.fromEntries(
      treeOf(selections)
        .keys()
        .map((key) => [key, null]),
    )
  );
}

const hasListOfObjects = (tree: Tree): boolean =>
  tree.has("all") || tree.values().some((below) => below !== null && hasListOfObjects(below));

type Column = readonly string[];

/** An empty line is one empty field. */
function columnsOf(tree: Tree): readonly Column[] {
  const below = ([key, inner]: readonly [string, Tree | null]): readonly Column[] =>
    inner === null ? [[key]] : [...inner].flatMap(below).map((column) => [key, ...column]);
  const columns = [...tree].flatMap(below);
  return columns.length > 0 ? columns : [[""]];
}

/** What a cell says of a value: the rules written once more, by another hand. */
function read(entry: Value, column: Column): string {
  if (column[0] === "cursor" && entry?.["cursor"] !== undefined) return cursor;
  let value: unknown = entry;
  for (const key of column) value = Object(value)[key];
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? guarded(value).toWellFormed() : JSON.stringify(value);
}

function guarded(text: string): string {
  const first = [...text].find((character) => !/[\s\p{Cc}\p{Cf}]/u.test(character));
  const isRisky = first !== undefined && "=+-@|＝＋－＠".includes(first);
  return isRisky || "\t\r\n".includes(text[0] ?? "x") ? `'${text}` : text;
}

test(`rows are the nodes of all pages, in both forms and whatever the page size (seed ${seed})`, async () => {
  let count = 0;
  const size = fc.nat(pageSizes.length - 1);
  const property = fc.asyncProperty(worlds, questions, size, size, async (given, asked, a, b) => {
    Object.assign(world, given);
    const [rows, pages] = [gateways[a], gateways[b]];
    if (!rows || !pages) throw new RangeError("no such gateway");
    // So that nothing that was learned of another world counts.
    const headers = { "x-api-key": `key-${count++}` };
    const options = { size: pageSizes[b] ?? 1, key: headers["x-api-key"] };
    const walked = await walk(pages, asked, options);
    const question = toQuestion(asked);
    const ndjson = await rows.download(question, { headers });
    expect(ndjson).toMatchObject({ status: 200, isWhole: true });
    const lines = parseLines(ndjson.text).map(toLine);
    expect(lines.map(({ row }) => row)).toEqual(walked.entries.map((entry) => toRow(entry, asked)));
    expect(lines.map(({ errors }) => errors)).toEqual(walked.errors);
    const csv = await rows.download(question, { accept: "text/csv", headers });
    const tree = treeOf(asked.selections);
    if (hasListOfObjects(tree)) {
      expect(csv).toMatchObject({ status: 400, text: expect.stringContaining("BAD_USER_INPUT") });
      return;
    }
    expect(csv).toMatchObject({ status: 200, isWhole: true });
    expect(csv.text.startsWith("\uFEFF")).toBe(true);
    const columns = columnsOf(asked.entries === "nodes" ? tree : edge(tree));
    const expected = walked.entries.map((entry) => columns.map((column) => read(entry, column)));
    const [header, ...records] = parseCsv(csv.text.slice(1));
    expect(header).toEqual(columns.map((column) => column.join(".")));
    expect(records.map((record) => withoutCursor(asked, record))).toEqual(expected);
  });
  await fc.assert(property, { numRuns: runs(30), seed });
});
