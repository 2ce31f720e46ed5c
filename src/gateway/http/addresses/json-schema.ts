import {
  type DirectiveNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { type Fragments, fragmentsOf } from "../../../execution/fragments.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

// Empty for a value of any kind.
export interface InputSchema {
  readonly type?: "string" | "integer" | "number" | "boolean" | "object" | "array";
  readonly items?: InputSchema;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly additionalProperties?: true;
}

// Schemas of input objects by name, which may contain each other.
export type InputObjects = Map<string, JsonSchema>;

const scalars: ReadonlyMap<string, InputSchema> = new Map([
  ["ID", { type: "string" }],
  ["String", { type: "string" }],
  ["DateTime", { type: "string", format: "date-time" }],
  ["Int", { type: "integer" }],
  ["SafeInt", { type: "integer" }],
  ["Float", { type: "number" }],
  ["Boolean", { type: "boolean" }],
  ["JSONObject", { type: "object", additionalProperties: true }],
]);

function schemaOfLeaf(type: GraphQLInputType | GraphQLOutputType): InputSchema {
  const named = getNamedType(type);
  if (isEnumType(named)) return { type: "string", enum: named.getValues().map(({ name }) => name) };
  if (isInputObjectType(named)) return { type: "object" };
  return scalars.get(named.name) ?? {};
}

// The schema of a parameter's value, without the members of input objects.
export function schemaOfInput(type: GraphQLInputType): InputSchema {
  const nullable = getNullableType(type);
  if (!isListType(nullable)) return schemaOfLeaf(nullable);
  return { type: "array", items: schemaOfInput(nullable.ofType) };
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: "null" }] };
}

// Whether a value is a parameter's text as it is, and not JSON.
export function isPlain(type: GraphQLInputType): boolean {
  const nullable = getNullableType(type);
  if (isEnumType(nullable)) return true;
  return scalars.has(String(nullable)) && String(nullable) !== "JSONObject";
}

/**
 * The same with the members of input objects.
 * @param inputs those that it refers to are added.
 */
export function describeInput(type: GraphQLInputType, inputs: InputObjects): JsonSchema {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const item = describeInput(nullable.ofType, inputs);
    const isInJson = !isPlain(nullable.ofType) && !isNonNullType(nullable.ofType);
    return { type: "array", items: isInJson ? orNull(item) : item };
  }
  if (!isInputObjectType(nullable)) return { ...schemaOfLeaf(nullable) };
  const { name } = nullable;
  if (!inputs.has(name)) {
    inputs.set(name, {});
    const fields = Object.values(nullable.getFields());
    const properties = fields.map((field) => {
      const schema = describeInput(field.type, inputs);
      const description = field.description ? { description: field.description } : {};
      return [
        field.name,
        { ...(isNonNullType(field.type) ? schema : orNull(schema)), ...description },
      ];
    });
    const required = fields.filter(
      ({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined,
    );
    inputs.set(name, {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required: required.map(({ name }) => name) }),
      additionalProperties: false,
    });
  }
  return { $ref: `#/components/schemas/${name}` };
}

export function schemaOfData(
  {
    document,
    operation,
  }: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  schema: GraphQLSchema,
): JsonSchema {
  const type = schema.getQueryType();
  if (!type) throw new TypeError("a schema has queries");
  return new DataSchema(schema, fragmentsOf(document)).ofType(type, [
    { set: operation.selectionSet, isSure: true },
  ]);
}

class DataSchema {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;

  constructor(schema: GraphQLSchema, fragments: Fragments) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  ofType(type: GraphQLOutputType, parts: readonly Part[]): JsonSchema {
    if (isNonNullType(type)) return this.#ofNullable(type.ofType, parts);
    return orNull(this.#ofNullable(type, parts));
  }

  #ofNullable(type: GraphQLOutputType, parts: readonly Part[]): JsonSchema {
    if (isListType(type)) return { type: "array", items: this.ofType(type.ofType, parts) };
    if (isObjectType(type)) return this.#ofObject(type, parts);
    if (!isAbstractType(type)) return { ...schemaOfLeaf(type) };
    const all = this.#schema.getPossibleTypes(type).map((one) => this.#ofObject(one, parts));
    const different = new Map(all.map((one) => [JSON.stringify(one), one])).values().toArray();
    const [only = {}, another] = different;
    return another === undefined ? only : { anyOf: different };
  }

  #ofObject(type: GraphQLObjectType, parts: readonly Part[]): JsonSchema {
    const fields = new Map<string, Selected>();
    for (const part of parts) this.#collect(type, part, fields);
    const properties = fields
      .entries()
      .map(([key, { name, parts }]) => [key, this.#ofField(type, name, parts)] as const);
    const required = [...fields].filter(([, { parts }]) => parts.some(({ isSure }) => isSure));
    return {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required: required.map(([key]) => key) }),
    };
  }

  #ofField(type: GraphQLObjectType, name: string, parts: readonly Part[]): JsonSchema {
    if (name === "__typename") return { type: "string", enum: [type.name] };
    const field = type.getFields()[name];
    // Introspection is described by nobody.
    return field === undefined ? {} : this.ofType(field.type, parts);
  }

  #collect(type: GraphQLObjectType, { set, isSure }: Part, fields: Map<string, Selected>): void {
    for (const selection of set?.selections ?? []) {
      const isSelected = isSure && !isConditional(selection);
      if (selection.kind === Kind.FIELD) {
        const { alias, name, selectionSet } = selection;
        const key = alias?.value ?? name.value;
        const before = fields.get(key)?.parts ?? [];
        const part = { set: selectionSet, isSure: isSelected };
        fields.set(key, { name: name.value, parts: [...before, part] });
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments[selection.name.value];
      const condition = fragment?.typeCondition?.name.value;
      if (fragment === undefined || !this.#applies(condition, type)) continue;
      this.#collect(type, { set: fragment.selectionSet, isSure: isSelected }, fields);
    }
  }

  #applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const found = this.#schema.getType(condition);
    return isAbstractType(found) && this.#schema.isSubType(found, type);
  }
}

function isConditional({ directives = [] }: SelectionNode): boolean {
  return directives.some(({ name }: DirectiveNode) => /^(skip|include)$/.test(name.value));
}

interface Selected {
  readonly name: string;
  // One for each time that it is selected.
  readonly parts: readonly Part[];
}

interface Part {
  readonly set: SelectionSetNode | undefined;
  // Unless a condition may leave it out.
  readonly isSure: boolean;
}
