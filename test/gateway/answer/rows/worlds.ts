import fc from "fast-check";
import type { PlainRecord } from "../../../support/project.ts";
import type { Question } from "./setup.ts";

/** What is selected of an object: leaves, objects, and fragments and conditions around some of them. */
export type Selection =
  | { readonly key: string; readonly field: string; readonly below?: readonly Selection[] }
  | { readonly wrapper: string; readonly isLeftOut: boolean; readonly below: readonly Selection[] };

/** The selected leaves, by response keys, in the order of the response. */
export interface Tree extends ReadonlyMap<string, Tree | null> {}

export interface Asked {
  readonly list: string;
  readonly entries: "nodes" | "edges";
  readonly selections: readonly Selection[];
  readonly args: Readonly<Record<string, string>>;
  readonly first: number | null;
}

export interface World {
  readonly tags: readonly PlainRecord[];
  readonly terminals: readonly PlainRecord[];
}

const oddTexts = [
  ...[
    "",
    " ",
    " padded ",
    "a,b",
    "a;b",
    "a\tb",
    'say "no"',
    '"',
    '""',
    "line\nbreak",
    "\r\n",
    "\r",
  ],
  ...[
    "=1+1",
    "+420",
    "-5",
    "@SUM(A1)",
    "|cmd",
    "\t=1",
    " =1",
    "\u200b=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
  ],
  ...["\ud800", "\udc00x", "😀", "\u2028", "\0", "\ufeff", "null", "true", "12", "'quoted", "é"],
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  fc.string({ unit: "binary", maxLength: 6 }),
);

const number = fc.oneof(
  fc.constantFrom<unknown>(0, -0, 1.5, -7, 1e21, 1e-7),
  fc.constantFrom("9007199254740993", "1e400", "-1E-400", "1.0").map((one) => JSON.rawJSON(one)),
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.constantFrom<unknown>(null, true, false, [], {}, ["a", { b: "=c" }]),
  fc.jsonValue({ maxDepth: 2 }),
);

const data = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      { a: value, ["__proto__"]: value, terminal_id: fc.oneof(fc.constantFrom(1, "1", 2), value) },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
  fc.constantFrom<unknown>(null, [], 5, "text"),
);

// Values of the wrong type are rarer, so that most records can be read.
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 7, arbitrary: usual }, { weight: 1, arbitrary: value });

const fields = {
  name: mostly(text),
  description: mostly(text),
  is_active: mostly(fc.boolean()),
  added_when: mostly(fc.constantFrom(1_700_000_000, 1_700_000_000_123, 0)),
  last_update: mostly(fc.constantFrom(1, 1_700_000_001)),
  project_id: mostly(fc.constantFrom(7, "7")),
  additional_data: data,
};

const spoilt = fc.constantFrom<unknown>(5, {}, { name: "no id" }, { id: null }, []);

function list(own: Record<string, fc.Arbitrary<unknown>>, idAt: (at: number) => string | number) {
  const record = fc.record({ ...fields, ...own }, { requiredKeys: [], noNullPrototype: true });
  const entry = fc.oneof({ weight: 8, arbitrary: record }, { weight: 1, arbitrary: spoilt });
  const toEntry = (one: unknown, at: number) =>
    one !== null && typeof one === "object" && !Array.isArray(one) && !isSpoilt(one)
      ? { id: idAt(at), ...one }
      : one;
  return fc
    .array(entry, { maxLength: 17, size: "max" })
    .map((all) => all.map(toEntry) as readonly PlainRecord[]);
}

const isSpoilt = (one: object) => Object.keys(one).length === 0 || "id" in one;

export const worlds: fc.Arbitrary<World> = fc.record({
  tags: list({ type: mostly(text) }, (at) => `t${at}`),
  terminals: list({ model: mostly(text), can_insert_chip: mostly(fc.boolean()) }, (at) => at + 1),
});

const common = ["id", "name", "description", "isActive", "addedWhen", "addedAt", "updatedAt"];
const leaves = [...common, "projectId", "additionalData", "__typename"];
const ownLeaves = { Tag: ["tagId", "type"], Terminal: ["terminalId", "model", "canInsertChip"] };
type Kind = keyof typeof ownLeaves;

const wrappers: Readonly<Record<string, boolean>> = {
  "...": false,
  "... @include(if: $yes)": false,
  "... @skip(if: $no)": false,
  "... @include(if: $no)": true,
  "... @skip(if: $yes)": true,
};

function selectionsOf(kind: Kind, depth = 2): fc.Arbitrary<readonly Selection[]> {
  const leaf = fc
    .tuple(fc.constantFrom(...leaves, ...ownLeaves[kind]), fc.constantFrom("", "", "x_", "__"))
    .map(([field, alias]) => toField(`${alias}${field}`, field));
  if (depth === 0) return fc.array(leaf, { minLength: 1, maxLength: 3 });
  const below = (of: Kind) => selectionsOf(of, depth - 1);
  const object = fc.oneof(
    below("Terminal").map((own) => ({ ...dataField, below: [{ ...terminal, below: own }] })),
    fc.constantFrom(
      { ...dataField, below: ["value", "text", "number"].map((one) => toField(one, one)) },
      { key: "project", field: "project", below: [toField("__typename", "__typename")] },
    ),
  );
  const many = { key: "all", field: "additionalDataFields", below: [toField("value", "value")] };
  const wrapped = fc
    .tuple(fc.constantFrom(...Object.keys(wrappers), `...Of${kind}`, `... on ${kind}`), below(kind))
    .map(([wrapper, own]) =>
      wrapper === `...Of${kind}`
        ? { wrapper, isLeftOut: false, below: [toField("fragmentName", "name")] }
        : { wrapper, isLeftOut: wrappers[wrapper] ?? false, below: own },
    );
  const any = fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 2, arbitrary: wrapped },
    { weight: 2, arbitrary: object },
    { weight: depth === 2 ? 1 : 0, arbitrary: fc.constant(many) },
  );
  return fc.array<Selection>(any, { minLength: 1, maxLength: 5 });
}

const toField = (key: string, field: string): Selection => ({ key, field });
const dataField = { key: "of", field: 'additionalDataField(identifier: "terminal_id")' };
const terminal = { key: "terminal", field: "terminal" };

const lists: Readonly<Record<string, Kind>> = {
  "{ LIST }": "Tag",
  "{ project { LIST } }": "Terminal",
  "{ terminal(id: 1) { LIST } }": "Tag",
};

const listNames = {
  "{ LIST }": "tags",
  "{ project { LIST } }": "terminals",
  "{ terminal(id: 1) { LIST } }": "linkedTags",
};

export const questions: fc.Arbitrary<Asked & { readonly name: string }> = fc
  .constantFrom(...(Object.keys(listNames) as (keyof typeof listNames)[]))
  .chain((at) =>
    fc.record({
      list: fc.constant(at),
      name: fc.constant(listNames[at]),
      entries: fc.constantFrom("nodes" as const, "edges" as const),
      selections: selectionsOf(lists[at] ?? "Tag"),
      args: fc.record(
        {
          filter: fc.constantFrom(
            "{ isActive: { eq: true } }",
            '{ name: { contains: "1" } }',
            "{}",
          ),
          orderBy: fc.constantFrom("[{ field: NAME, direction: DESC }]", "[{ field: ADDED_AT }]"),
          search: fc.constantFrom('"a"', '""'),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
      first: fc.option(fc.nat(20)),
    }),
  );

/** The operation that asks for the list as rows, or for one page of it. */
export function toQuestion(
  { list, name, entries, selections, args, first }: Asked & { readonly name: string },
  page?: { readonly first: number; readonly after: string | null },
): Question {
  const inner = write(selections);
  const body = entries === "nodes" ? `nodes { ${inner} }` : `edges { cursor node { ${inner} } }`;
  const all = { ...args, first: "$first", ...(page && { after: "$after" }) };
  const written = Object.entries(all).map((one) => one.join(": "));
  const info = page ? "pageInfo { hasNextPage endCursor }" : "totalCount pageInfo { endCursor }";
  const selected = `list: ${name}(${written.join(", ")}) { ${body} ${info} }`;
  const after = page ? ", $after: String" : "";
  const fragments = ["Tag", "Terminal"].flatMap((kind) =>
    inner.includes(`...Of${kind} `) ? `fragment Of${kind} on ${kind} { fragmentName: name }` : [],
  );
  const conditions = "$yes: Boolean = true, $no: Boolean! = false";
  const used = `__typename @skip(if: $yes) ... @include(if: $no) { __typename }`;
  return {
    query: `query Q($first: Int${after}, ${conditions}) ${list.replace("LIST", `${selected} ${used}`)} ${fragments.join(" ")}`,
    variables: { first: page?.first ?? first, ...(page && { after: page.after }) },
  };
}

function write(selections: readonly Selection[]): string {
  const written = selections.map((one) => {
    if ("wrapper" in one) {
      return /^\.\.\.Of/.test(one.wrapper) ? one.wrapper : `${one.wrapper} { ${write(one.below)} }`;
    }
    return `${one.key}: ${one.field}${one.below ? ` { ${write(one.below)} }` : ""}`;
  });
  return `${written.join(" ")} `;
}

/** What the response has of an object, with selections of the same key merged. */
export function treeOf(selections: readonly Selection[]): Tree {
  const merged = new Map<string, readonly Selection[] | null>();
  const add = (all: readonly Selection[]) => {
    for (const one of all) {
      if (!("wrapper" in one)) {
        const below = [...(merged.get(one.key) ?? []), ...(one.below ?? [])];
        merged.set(one.key, one.below === undefined ? null : below);
      } else if (!one.isLeftOut) add(one.below);
    }
  };
  add(selections);
  return new Map([...merged].map(([key, below]) => [key, below && treeOf(below)]));
}
