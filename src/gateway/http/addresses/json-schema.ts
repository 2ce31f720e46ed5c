import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql";
import { type Fragments, fragmentsOf } from "../../../execution/fragments.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Empty for a value of any kind. */
export interface InputSchema {
  readonly type?: "string" | "integer" | "number" | "boolean" | "object" | "array";
  readonly items?: InputSchema;
  readonly enum?: readonly string[];
  readonly format?: string;
}

const scalars: Readonly<Record<string, InputSchema>> = {
  ID: { type: "string" },
  String: { type: "string" },
  DateTime: { type: "string", format: "date-time" },
  Int: { type: "integer" },
  SafeInt: { type: "integer" },
  Float: { type: "number" },
  Boolean: { type: "boolean" },
  JSONObject: { type: "object" },
};

function schemaOfLeaf(type: GraphQLInputType | GraphQLOutputType): InputSchema {
  const named = getNamedType(type);
  if (isEnumType(named)) return { type: "string", enum: named.getValues().map(({ name }) => name) };
  if (isInputObjectType(named)) return { type: "object" };
  return scalars[named.name] ?? {};
}

/** The schema of a parameter's value. */
export function schemaOfInput(type: GraphQLInputType): InputSchema {
  const nullable = getNullableType(type);
  if (!isListType(nullable)) return schemaOfLeaf(nullable);
  return { type: "array", items: schemaOfInput(nullable.ofType) };
}

/** The schema of the data that an address responds with. */
export function schemaOfData(
  {
    document,
    operation,
  }: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  schema: GraphQLSchema,
): JsonSchema {
  const type = schema.getQueryType();
  if (!type) throw new TypeError("a schema has queries");
  return new DataSchema(schema, fragmentsOf(document)).ofType(type, [operation.selectionSet]);
}

class DataSchema {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;

  constructor(schema: GraphQLSchema, fragments: Fragments) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  ofType(type: GraphQLOutputType, selections: readonly SelectionSetNode[]): JsonSchema {
    if (isNonNullType(type)) return this.#ofNullable(type.ofType, selections);
    return { anyOf: [this.#ofNullable(type, selections), { type: "null" }] };
  }

  #ofNullable(type: GraphQLOutputType, selections: readonly SelectionSetNode[]): JsonSchema {
    if (isListType(type)) return { type: "array", items: this.ofType(type.ofType, selections) };
    if (!isCompositeType(type)) return { ...schemaOfLeaf(type) };
    const fields: SelectedFields = new Map();
    for (const selection of selections) this.#collect(type.name, selection, fields);
    const properties = fields.entries().map(([key, byType]) => {
      const schemas = byType.values().map(({ type, selections }) => this.ofType(type, selections));
      const [only, ...others] = schemas;
      return [key, others.length === 0 ? only : { anyOf: [only, ...others] }] as const;
    });
    return { type: "object", properties: Object.fromEntries(properties) };
  }

  #collect(typeName: string, { selections }: SelectionSetNode, fields: SelectedFields): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const type = this.#typeOf(typeName, selection.name.value);
        const byType = fields.get(key) ?? new Map<string, Selected>();
        const before = byType.get(`${type}`)?.selections ?? [];
        const more = selection.selectionSet ? [selection.selectionSet] : [];
        fields.set(key, byType.set(`${type}`, { type, selections: [...before, ...more] }));
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments[selection.name.value];
      if (fragment === undefined) continue;
      const { typeCondition, selectionSet } = fragment;
      this.#collect(typeCondition?.name.value ?? typeName, selectionSet, fields);
    }
  }

  #typeOf(typeName: string, fieldName: string): GraphQLOutputType {
    const parent = this.#schema.getType(typeName);
    const fields = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields() : {};
    const field = fields[fieldName] ?? metaFields.find(({ name }) => name === fieldName);
    if (field === undefined) throw new TypeError("a valid document selects fields that there are");
    return field.type;
  }
}

const metaFields = [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef];

/** By response key and type: under an interface, one key may have objects of several types. */
type SelectedFields = Map<string, Map<string, Selected>>;

interface Selected {
  readonly type: GraphQLOutputType;
  readonly selections: readonly SelectionSetNode[];
}
