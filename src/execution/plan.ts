import type { GraphQLError, GraphQLField, GraphQLObjectType, GraphQLSchema, Source } from "graphql";

export type Variables = Readonly<Record<string, unknown>>;

export interface FieldSelection {
  readonly schema: GraphQLSchema;
  readonly fieldName: string;
  /** Of the field at a path below, such as `isSelected("edges", "cursor")`. */
  isSelected(...path: readonly string[]): boolean;
  selectionsOf(...path: readonly string[]): readonly FieldSelection[];
  readArguments(variables: Variables): Readonly<Record<string, unknown>> | null;
}

/** Gets the selection instead of graphql-js's resolve info, which holds the whole document. */
export type Resolve<Result, Parent, Context, Args> = (
  parent: Parent,
  args: Args,
  context: Context,
  selection: FieldSelection,
  variables: Variables,
) => Promise<Result> | Result;

/**
 * Of a selection set for one object type: fields are merged, fragments and conditions resolved.
 */
export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  /** The JSON after the last field: any further `__typename`, and the closing brace. */
  readonly end: string;
  readonly length: number;
  /** With which every object of this plan fails; null if there is none. */
  readonly error: GraphQLError | null;
}

export interface FieldPlan extends FieldSelection {
  readonly responseKey: string;
  /** Among the selected fields of its object, `__typename` included. */
  readonly index: number;
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  /** The JSON before its value: a brace or a comma, any `__typename`, and its response key. */
  readonly start: string;
  readonly resolve: Resolve<unknown, unknown, unknown, Readonly<Record<string, unknown>>>;
  readonly args: Arguments;
  readonly type: TypePlan;
  /** In the document. Most fields have one, and an array would double the memory of the plan. */
  readonly positions: number | readonly number[];
}

/** A reader if they depend on variables. */
export type Arguments = Readonly<Record<string, unknown>> | ArgumentReader;

export type ArgumentReader = (variables: Variables) => Readonly<Record<string, unknown>>;

export type TypePlan = { readonly isNullable: boolean } & (
  | { readonly kind: "leaf"; readonly write: (value: unknown) => string }
  | { readonly kind: "object"; readonly plan: ObjectPlan }
  | {
      readonly kind: "abstract";
      readonly typeOf: (value: unknown, context: unknown) => unknown;
      readonly plans: ReadonlyMap<string, ObjectPlan>;
    }
  | { readonly kind: "list"; readonly of: TypePlan }
);

/** For one combination of `@skip` and `@include`. */
export interface OperationPlan {
  readonly root: ObjectPlan;
  readonly source: Source;
  readonly bytes: number;
}

/** A leaf has none, an abstract type may have several, and a list has those of its entries. */
export function objectPlansOf(type: TypePlan): readonly ObjectPlan[] {
  switch (type.kind) {
    case "leaf":
      return [];
    case "object":
      return [type.plan];
    case "abstract":
      return [...type.plans.values()];
    case "list":
      return objectPlansOf(type.of);
    default:
      return type satisfies never;
  }
}
