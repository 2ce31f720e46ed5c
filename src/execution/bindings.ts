import {
  defaultFieldResolver,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLSchema,
} from "graphql";
import {
  type FieldSelection,
  type ObjectPlan,
  objectPlansOf,
  type Resolve,
  type TypePlan,
} from "./plan.ts";

/*
 * Where the schema's functions are called with less than graphql-js would give them: a `FieldSelection` in the place of its
 * `info`, which holds the document.
 */

/** The resolver of a field. */
export function bindResolver({ resolve }: GraphQLField<unknown, unknown>): Resolve {
  return (resolve ?? defaultFieldResolver) as unknown as Resolve;
}

/** What tells the type of a value of an interface or a union. */
export function bindTypeOf({ resolveType }: GraphQLAbstractType) {
  return (resolveType ?? typenameOf) as unknown as (value: unknown, context: unknown) => unknown;
}

function typenameOf(value: { readonly __typename?: unknown }): unknown {
  return value.__typename;
}

/** What a resolver may ask about a field, told by its plan. */
export class PlannedSelection implements FieldSelection {
  readonly schema: GraphQLSchema;
  readonly fieldName: string;
  readonly #type: TypePlan;

  constructor(schema: GraphQLSchema, fieldName: string, type: TypePlan) {
    this.schema = schema;
    this.fieldName = fieldName;
    this.#type = type;
  }

  isSelected(...path: readonly string[]): boolean {
    return selects(objectPlansOf(this.#type), path);
  }
}

function selects(plans: readonly ObjectPlan[], [name, ...further]: readonly string[]): boolean {
  if (name === undefined) return true;
  return plans.some(({ fields }) =>
    fields.some(({ field, type }) => field.name === name && selects(objectPlansOf(type), further)),
  );
}
