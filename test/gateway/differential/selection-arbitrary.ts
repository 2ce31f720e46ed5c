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
  ConditionModel,
  FieldModel,
  FieldPartModel,
  InlineModel,
  SelectionModel,
  SpreadModel,
  TypenameModel,
  ValueModel,
} from "./document.ts";

/** Response keys that collide when paths are joined, or with names of the schema, or with inherited properties. */
const aliases = [
  ..."a b c a_b b_a a__b _ t nodes_t t_nodes a_b_c".split(" "),
  ..."nodes edges totalCount name id data errors".split(" "),
  ..."__proto__ constructor toString then toJSON length".split(" "),
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

const introspection = [
  { name: "__type", values: { name: '"Tag"' }, body: "{ kind name fields { name __typename } }" },
  { name: "__type", values: { name: '"Nothing"' }, body: "{ name }" },
  { name: "__schema", values: {}, body: "{ queryType { name } directives { name } }" },
] as const;

/** The arbitraries of selections by type and depth, each created once. */
export class Selections {
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

  /** The types that an inline fragment can be on. Null: it has no type condition. */
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
      (field) =>
        // The time of a reading differs with each request.
        field.name !== "snapshotAt" &&
        (!isCompositeType(getNamedType(field.type)) || depth > costOf(field)),
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
    // The other arguments are those of a connection.
    const of = (names: readonly string[]) => {
      const chosen = names.map((name) => [name, this.#argument(field, name)] as const);
      return fc.record({ ...model, ...Object.fromEntries(chosen) });
    };
    const known = new Set(args.map(({ name }) => name));
    return fc.oneof(
      ...connectionArguments
        .filter(([, names]) => names.every((name) => known.has(name)))
        .map(([weight, names]) => ({ weight, arbitrary: of(names) })),
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

/** The combinations of arguments that connections get, each with its weight. */
const connectionArguments: readonly (readonly [number, readonly string[]])[] = [
  [12, ["first"]],
  [8, []],
  [6, ["last"]],
  [6, ["first", "after"]],
  [6, ["last", "before"]],
  [1, ["after", "before"]],
  [1, ["first", "last", "after", "before"]],
  [8, ["first", "filter"]],
  [4, ["first", "orderBy"]],
  [4, ["first", "search"]],
  [4, ["first", "after", "filter"]],
  [3, ["last", "before", "orderBy"]],
  [3, ["first", "filter", "search", "orderBy"]],
  [6, ["first", "identifier"]],
  [8, ["first", "codes"]],
  [8, ["last", "severity"]],
];

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

function costOf(field: GraphQLField<unknown, unknown>): number {
  return field.args.some(({ name }) => name === "first") || field.name === "project" ? 2 : 1;
}

/** Fields with selections weigh more, because there are more leaves than such fields. */
function weightOf({ name, type }: GraphQLField<unknown, unknown>): number {
  if (name === "_service") return 1;
  if (name === "nodes" || name === "_entities" || name.startsWith("additionalDataField")) return 12;
  return isCompositeType(getNamedType(type)) ? 8 : 4;
}
