import type { GraphQLError, GraphQLField, GraphQLObjectType, GraphQLSchema, Source } from "graphql";

/** The coerced values of an operation's variables. */
export type Variables = Readonly<Record<string, unknown>>;

/** What a resolver can find out about the selection of its field. */
export interface FieldSelection {
  readonly schema: GraphQLSchema;
  readonly fieldName: string;
  /** Whether the query selects the field at a path below, such as `isSelected("edges", "cursor")`. */
  isSelected(...path: readonly string[]): boolean;
  /** Each selection of the field at a path below: it may be selected under several response keys. */
  selectionsOf(...path: readonly string[]): readonly FieldSelection[];
  /** Its arguments; null if they cannot be read: the field will report the error. */
  readArguments(variables: Variables): Readonly<Record<string, unknown>> | null;
}

/** Resolves a field. It gets the selection instead of graphql-js's resolve info, which holds the whole document. */
export type Resolve<Result, Parent, Context, Args> = (
  parent: Parent,
  args: Args,
  context: Context,
  selection: FieldSelection,
  variables: Variables,
) => Promise<Result> | Result;

/** A selection set for one object type: fields are merged, fragments and conditions resolved. */
export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  /** The JSON after the last field: any further `__typename`, which is the same for every object, and the closing brace. */
  readonly end: string;
  /** The length of the JSON without the fields' values. */
  readonly length: number;
  /** The error with which every object of this plan fails; null if there is none. */
  readonly error: GraphQLError | null;
}

/** A field to resolve, under one response key. */
export interface FieldPlan extends FieldSelection {
  /** Its alias, or else its name. */
  readonly responseKey: string;
  /** Its index among the selected fields of its object, including `__typename`. */
  readonly index: number;
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  /** The JSON before its value: a brace or a comma, any preceding `__typename`, and its response key. */
  readonly start: string;
  readonly resolve: Resolve<unknown, unknown, unknown, Readonly<Record<string, unknown>>>;
  readonly args: Arguments;
  readonly type: TypePlan;
  /** Its positions in the document. Most fields have only one, and an array for it would double the plan's memory. */
  readonly positions: number | readonly number[];
}

/** The arguments of a field, or a reader if they depend on variables. */
export type Arguments = Readonly<Record<string, unknown>> | ArgumentReader;

export type ArgumentReader = (variables: Variables) => Readonly<Record<string, unknown>>;

/** How values of a type are written as JSON. */
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

/** An operation, prepared for one combination of `@skip` and `@include`. */
export interface OperationPlan {
  readonly root: ObjectPlan;
  /** The document's text, for the locations of errors. */
  readonly source: Source;
  /** The memory that it takes, in bytes, approximately. */
  readonly bytes: number;
}

/** The plans of a type's object types. A leaf has none, an abstract type may have several, and a list has those of its entries. */
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
