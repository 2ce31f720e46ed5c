import fc from "fast-check";
import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import type {
  Choice,
  ConditionModel,
  DocumentModel,
  FieldModel,
  FieldPartModel,
  FragmentModel,
  InlineModel,
  Pool,
  SelectionModel,
  SpreadModel,
  TypenameModel,
  ValueModel,
  VariableModel,
  VariablesModel,
} from "./document.ts";

/** Values for arguments. */
export interface ArgumentValues {
  readonly ids: IdValues;
  readonly cursors: CursorValues;
  /** What `identifier` may be. */
  readonly identifiers: readonly string[];
}

/** Ids to ask for records by. */
export interface IdValues {
  /** Of tags that there are, as the registry has them. */
  readonly tag: readonly string[];
  /** Of terminals that there are. */
  readonly terminal: readonly string[];
  /** Of both, as global ids. */
  readonly global: readonly string[];
  /** Of either form, of records that there are not or that fail; and what is no id at all. */
  readonly bad: readonly string[];
}

/** Cursors of the two lists. */
export interface CursorValues {
  readonly tags: readonly string[];
  readonly terminals: readonly string[];
}

/** Documents over the subgraph's schema, as applications have them, and worse. */
export function documents(
  schema: GraphQLSchema,
  values: ArgumentValues,
): fc.Arbitrary<DocumentModel> {
  const selections = new Selections(schema, createValues(values));
  const fragment = fc.oneof(
    ...fragmentTypes.map(({ on, weight }) => ({
      weight,
      arbitrary: fc.record<FragmentModel>({
        on: fc.constant(on),
        selections: selections.of(on, deepest - depthOf(on), 3),
      }),
    })),
  );
  return fc.record<DocumentModel>({
    operations: fc.oneof(
      { weight: 8, arbitrary: fc.tuple(operation(selections)) },
      { weight: 1, arbitrary: fc.array(operation(selections), { minLength: 2, maxLength: 3 }) },
    ),
    fragments: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.array(fragment, { minLength: 1, maxLength: 5 }) },
    ),
    variables: variables(values),
    chosen: fc.tuple(choice, choice),
    mistake: fc.oneof(
      { weight: 60, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "syntax" as const,
          "unknown field" as const,
          "unused variable" as const,
          "conflict" as const,
          "cycle" as const,
        ),
      },
    ),
  });
}

const choice: fc.Arbitrary<Choice> = fc.oneof(
  { weight: 30, arbitrary: fc.nat(2) },
  { weight: 1, arbitrary: fc.constantFrom("none" as const, "unknown" as const) },
);

/** How deep a document nests; connections and projects count double, for what they lead to is large. */
const deepest = 9;

/** The types that fragments are on. Records are asked for in many places. */
const fragmentTypes = [
  { on: "Tag", weight: 6 },
  { on: "Terminal", weight: 4 },
  { on: "Node", weight: 4 },
  { on: "_Entity", weight: 1 },
  { on: "TagConnection", weight: 3 },
  { on: "TerminalConnection", weight: 2 },
  { on: "TagEdge", weight: 1 },
  { on: "PageInfo", weight: 1 },
  { on: "Project", weight: 2 },
  { on: "AdditionalDataField", weight: 2 },
  { on: "AdditionalDataStructure", weight: 1 },
  { on: "Query", weight: 2 },
] as const;

/** A fragment may stand at the deepest place that its type has: its own depth is what is left there, and some. */
function depthOf(type: string): number {
  return type === "Query" ? 3 : 5;
}

function operation(selections: Selections) {
  return fc.record({ isNamed: fc.boolean(), selections: selections.of("Query", deepest, 4) });
}

/** Keys that collide with one another when paths are joined, with names of the schema, and with what objects have already. */
const aliases = [
  "a",
  "b",
  "c",
  "a_b",
  "b_a",
  "a__b",
  "_",
  "t",
  "nodes_t",
  "t_nodes",
  "a_b_c",
  "nodes",
  "edges",
  "totalCount",
  "name",
  "id",
  "data",
  "errors",
  "__proto__",
  "constructor",
  "toString",
  "then",
  "toJSON",
  "length",
];

const alias = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom(...aliases) },
);

const condition: fc.Arbitrary<ConditionModel> = fc.record({
  directive: fc.constantFrom("include" as const, "skip" as const),
  by: fc.oneof(
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 3, arbitrary: fc.nat(2) as fc.Arbitrary<boolean | number> },
  ),
});

function conditions(some: number, none: number): fc.Arbitrary<readonly ConditionModel[]> {
  return fc.oneof(
    { weight: none, arbitrary: fc.constant([]) },
    { weight: some, arbitrary: fc.array(condition, { minLength: 1, maxLength: 2 }) },
  );
}

const fewConditions = conditions(1, 7);
const manyConditions = conditions(3, 4);

/** Fields of the schema's introspection, with what is asked of them. */
const introspection = [
  { name: "__type", values: { name: '"Tag"' }, body: "{ kind name fields { name __typename } }" },
  { name: "__type", values: { name: '"Nothing"' }, body: "{ name }" },
  { name: "__schema", values: {}, body: "{ queryType { name } directives { name } }" },
] as const;

/** The arbitraries of selections by type and depth, each made once. */
class Selections {
  readonly #schema: GraphQLSchema;
  readonly #values: Readonly<Record<string, fc.Arbitrary<ValueModel>>>;
  readonly #known = new Map<string, fc.Arbitrary<readonly SelectionModel[]>>();

  constructor(schema: GraphQLSchema, values: Readonly<Record<string, fc.Arbitrary<ValueModel>>>) {
    this.#schema = schema;
    this.#values = values;
  }

  /** Selections of a type that nest no deeper than `depth`. */
  of(type: string, depth: number, maxLength: number): fc.Arbitrary<readonly SelectionModel[]> {
    const name = `${type} ${depth} ${maxLength}`;
    let known = this.#known.get(name);
    if (known === undefined) {
      known = fc.array(this.#one(type, depth), { minLength: 1, maxLength });
      this.#known.set(name, known);
    }
    return known;
  }

  #one(type: string, depth: number): fc.Arbitrary<SelectionModel> {
    const typename = fc.record<TypenameModel>({
      kind: fc.constant("typename"),
      alias,
      conditions: fewConditions,
    });
    const spread = fc.record<SpreadModel>({
      kind: fc.constant("spread"),
      fragment: fc.nat(4),
      conditions: manyConditions,
    });
    const fields = this.#fields(type, depth);
    return fc.oneof(
      { weight: type === "Query" ? 1 : 2, arbitrary: typename },
      ...(fields === null ? [] : [{ weight: 12, arbitrary: fields }]),
      { weight: 5, arbitrary: spread },
      ...(depth > 1
        ? [{ weight: fields === null ? 8 : 2, arbitrary: this.#inline(type, depth) }]
        : []),
    );
  }

  #inline(type: string, depth: number): fc.Arbitrary<SelectionModel> {
    return fc.oneof(
      ...this.#typesWithin(type).map((on) =>
        fc.record<InlineModel>({
          kind: fc.constant("inline"),
          on: fc.constant(on),
          conditions: manyConditions,
          selections: this.of(on ?? type, depth - 1, 3),
        }),
      ),
    );
  }

  /** What an inline fragment may be on; null: it does not say. */
  #typesWithin(type: string): readonly (string | null)[] {
    const named = this.#schema.getType(type);
    if (isAbstractType(named)) {
      return [...this.#schema.getPossibleTypes(named).map(({ name }) => name), "Node", null];
    }
    if (isObjectType(named) && named.getInterfaces().length > 0) return [null, type, "Node"];
    return [null, type];
  }

  #fields(type: string, depth: number): fc.Arbitrary<FieldModel> | null {
    const named = this.#schema.getType(type);
    if (!isObjectType(named) && !isInterfaceType(named)) return null;
    const fields = Object.values(named.getFields()).filter(
      (field) => !isCompositeType(getNamedType(field.type)) || depth > costOf(field),
    );
    const weighted = fields.map((field) => ({
      weight: weightOf(field),
      arbitrary: this.#field(field, depth),
    }));
    return type === "Query"
      ? fc.oneof(...weighted, { weight: 2, arbitrary: introspectionFields })
      : fc.oneof(...weighted);
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<FieldModel> {
    const type = getNamedType(field.type);
    const isComposite = isCompositeType(type);
    const selections = isComposite ? this.of(type.name, depth - costOf(field), 4) : fc.constant([]);
    const part = fc.record<FieldPartModel>({
      conditions: fewConditions,
      wrapper: fc.oneof(
        { weight: 9, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: manyConditions },
      ),
      selections,
    });
    return fc.record<FieldModel>({
      kind: fc.constant("field"),
      name: fc.constant(field.name),
      alias,
      values: this.#arguments(field),
      parts: fc.oneof(
        { weight: isComposite ? 6 : 20, arbitrary: fc.tuple(part) },
        { weight: 1, arbitrary: fc.array(part, { minLength: 2, maxLength: 3 }) },
      ),
    });
  }

  #arguments(
    field: GraphQLField<unknown, unknown>,
  ): fc.Arbitrary<Readonly<Record<string, ValueModel>>> {
    const { args } = field;
    const required = args.filter(({ type }) => String(type).endsWith("!"));
    const model = Object.fromEntries(
      required.map((argument) => [argument.name, this.#argument(field, argument.name)]),
    );
    if (required.length === args.length) return fc.record(model);
    // The others are a connection's.
    const of = (...names: readonly string[]) =>
      fc.record(Object.fromEntries(names.map((name) => [name, this.#argument(field, name)])));
    return fc.oneof(
      { weight: 12, arbitrary: of("first") },
      { weight: 8, arbitrary: of() },
      { weight: 6, arbitrary: of("last") },
      { weight: 6, arbitrary: of("first", "after") },
      { weight: 6, arbitrary: of("last", "before") },
      { weight: 1, arbitrary: of("after", "before") },
      { weight: 1, arbitrary: of("first", "last", "after", "before") },
    );
  }

  #argument(
    { name: field }: GraphQLField<unknown, unknown>,
    name: string,
  ): fc.Arbitrary<ValueModel> {
    const arbitrary = this.#values[`${field}.${name}`] ?? this.#values[name];
    if (arbitrary === undefined) throw new Error(`no values for the argument ${name}`);
    return arbitrary;
  }
}

const introspectionFields: fc.Arbitrary<FieldModel> = fc
  .record({ field: fc.constantFrom(...introspection), alias, conditions: fewConditions })
  .map(({ field: { name, values, body }, alias: key, conditions: own }) => ({
    kind: "field",
    name,
    alias: key,
    values: Object.fromEntries(
      Object.entries(values).map(([argument, literal]) => [argument, { literal }]),
    ),
    parts: [{ conditions: own, wrapper: null, selections: body }],
  }));

/** How many levels of depth a field takes. */
function costOf(field: GraphQLField<unknown, unknown>): number {
  return field.args.some(({ name }) => name === "first") || field.name === "project" ? 2 : 1;
}

/** Fields that lead somewhere are asked for more often than their number among the plain ones would have it. */
function weightOf({ name, type }: GraphQLField<unknown, unknown>): number {
  if (name === "_service") return 1;
  if (name === "nodes" || name === "_entities" || name.startsWith("additionalDataField")) return 12;
  return isCompositeType(getNamedType(type)) ? 8 : 4;
}

/** Values by the names of arguments. */
function createValues(values: ArgumentValues): Readonly<Record<string, fc.Arbitrary<ValueModel>>> {
  const size = orVariable("int", sizes.map(String));
  const cursor = (list: keyof CursorValues) =>
    orVariable("text", cursorValue(values, list).map(toText));
  const idOf = (kind: keyof IdValues) => idValue(values.ids, kind).map((id) => JSON.stringify(id));
  const global = idOf("global");
  const ids = fc.array(orVariable("id", global), { maxLength: 6 }).map((list) => ({ list }));
  const representation = orVariable(
    "any",
    fc.constantFrom("{}", "5", '"t1"', "[]"),
    representations(values.ids),
    12,
  );
  const list = fc
    .array(representation, { minLength: 1, maxLength: 4 })
    .map((all) => ({ list: all }));
  return {
    first: size,
    last: size,
    "tags.after": cursor("tags"),
    "tags.before": cursor("tags"),
    "terminals.after": cursor("terminals"),
    "terminals.before": cursor("terminals"),
    "node.id": orVariable("id", global),
    "tag.id": orVariable("id", fc.oneof(idOf("tag"), global)),
    "terminal.id": orVariable("id", fc.oneof(idOf("terminal"), global, fc.constantFrom("3", "0"))),
    ids: orVariable("ids", global, ids, 12),
    identifier: orVariable("text", fc.constantFrom(...values.identifiers).map(toText)),
    of: orVariable("subject", fc.constantFrom("TAG", "TERMINAL")),
    representations: orVariable("anys", fc.constant("[]"), list, 12),
  };
}

/** An id, good as a rule. */
function idValue(ids: IdValues, kind: keyof IdValues): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids[kind]) },
    { weight: 1, arbitrary: fc.constantFrom(...ids.bad) },
  );
}

/** How many rows: a few as a rule. */
const sizes = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(1, 3, 2, 5) },
  { weight: 2, arbitrary: fc.constantFrom(0, 100, null) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 5000) },
);

function cursorValue({ cursors }: ArgumentValues, list: keyof CursorValues): fc.Arbitrary<string> {
  const other = list === "tags" ? "terminals" : "tags";
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...cursors[list]) },
    { weight: 1, arbitrary: fc.constantFrom("null", "nonsense", ...cursors[other]) },
  );
}

function toText(value: string): string {
  return value === "null" ? value : JSON.stringify(value);
}

function orVariable(
  pool: Pool,
  literal: fc.Arbitrary<string>,
  other?: fc.Arbitrary<ValueModel>,
  weight = 1,
): fc.Arbitrary<ValueModel> {
  return fc.oneof(
    { weight: 4, arbitrary: literal.map((text) => ({ literal: text })) },
    { weight: 3, arbitrary: fc.nat(2).map((variable) => ({ pool, variable })) },
    ...(other === undefined ? [] : [{ weight, arbitrary: other }]),
  );
}

/** Entities as a router names them, literal or with variables within. */
function representations(ids: IdValues): fc.Arbitrary<ValueModel> {
  const one = (type: string, field: string, kind: keyof IdValues) =>
    orVariable(
      "id",
      idValue(ids, kind).map((id) => JSON.stringify(id)),
    ).map((value) => ({
      object: [["__typename", { literal: `"${type}"` }] as const, [field, value] as const],
    }));
  return fc.oneof(
    one("Tag", "tagId", "tag"),
    one("Terminal", "terminalId", "terminal"),
    one("Tag", "id", "global"),
    one("Project", "id", "global"),
  );
}

function variables(values: ArgumentValues): fc.Arbitrary<VariablesModel> {
  const id = idValue(values.ids, "global");
  const representation = fc.oneof(
    idValue(values.ids, "tag").map((tagId) => ({ __typename: "Tag", tagId })),
    idValue(values.ids, "terminal").map((terminalId) => ({ __typename: "Terminal", terminalId })),
    fc.constantFrom({ __typename: "Tag" }, {}, 5, "t1"),
  );
  const text = fc.oneof(
    cursorValue(values, "tags"),
    cursorValue(values, "terminals"),
    fc.constantFrom(...values.identifiers),
  );
  return fc.record<VariablesModel>({
    condition: pool(fc.boolean(), ["true", "false"], 3),
    id: pool(id, ['"t1"', '"1"', "3"], 3),
    ids: pool(fc.array(id, { maxLength: 5 }), ['["t1", "t2"]', '"t1"'], 2),
    int: pool(sizes, ["1", "2"], 3),
    text: pool(text, ['"note"', '"terminal_id"'], 3),
    subject: pool(fc.constantFrom("TAG", "TERMINAL"), ["TAG", "TERMINAL"], 2),
    any: pool(representation, ['{ __typename: "Tag", tagId: "t1" }'], 2),
    anys: pool(fc.array(representation, { maxLength: 4 }), ["[]"], 2),
  });
}

/** The variables of a type: required ones, nearly always given; others with a default or not, given, null or left out. */
function pool(
  value: fc.Arbitrary<unknown>,
  literals: readonly string[],
  count: number,
): fc.Arbitrary<readonly VariableModel[]> {
  const wrong = fc.constant({ wrong: [true] });
  const given = fc.oneof(
    { weight: 60, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
    { weight: 1, arbitrary: wrong },
  );
  const givenOrNot = fc.oneof(
    { weight: 60, arbitrary: value },
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 18, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: wrong },
  );
  const required = fc.record<VariableModel>({
    isRequired: fc.constant(true),
    fallback: fc.constantFrom(null, null, null, ...literals),
    values: fc.tuple(given, given),
  });
  const optional = fc.record<VariableModel>({
    isRequired: fc.constant(false),
    fallback: fc.constantFrom(null, null, "null", ...literals),
    values: fc.tuple(givenOrNot, givenOrNot),
  });
  return fc.array(fc.oneof(required, optional), { minLength: count, maxLength: count });
}
