import type { GraphQLError, GraphQLField, GraphQLObjectType, GraphQLSchema, Source } from "graphql";

/** The coerced values of an operation's variables. */
export type Variables = Readonly<Record<string, unknown>>;

/** What a resolver can find out about the selection of its field. */
export interface FieldSelection {
  readonly schema: GraphQLSchema;
  readonly fieldName: string;
  /** Whether the query selects the field at a path below, such as `isSelected("edges", "cursor")`. */
  isSelected(...path: readonly string[]): boolean;
  /** The arguments of each selection of a field below. Those that cannot be read are left out: that field will report them. */
  argumentsOf(name: string, variables: Variables): readonly Readonly<Record<string, unknown>>[];
}

/** Resolves a field. In place of graphql-js's resolve info, which holds the document, it gets the selection. */
export type Resolve<Result, Parent, Context, Args> = (
  parent: Parent,
  args: Args,
  context: Context,
  selection: FieldSelection,
  variables: Variables,
) => Promise<Result> | Result;

/** The selection of an object of one type: fields are merged, fragments and conditions resolved. */
export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  /** The text after the last field: what is the same for every object, and the closing brace. */
  readonly end: string;
  /** The error that any object of this plan fails with; null if the selection is sound. */
  readonly error: GraphQLError | null;
}

/** A field to resolve, under one name in the answer. */
export interface FieldPlan extends FieldSelection {
  /** Its name in the answer. */
  readonly key: string;
  /** Its index among the fields of its object. */
  readonly rank: number;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** The text before its value: a brace or a comma, what is the same for every object, and its name. */
  readonly start: string;
  /** Called with this plan as the selection. */
  readonly resolve: Resolve<unknown, unknown, unknown, Readonly<Record<string, unknown>>>;
  readonly args: Arguments;
  readonly type: TypePlan;
  /** Its places in the document. Most fields have one, and an array for it would double the plan's memory. */
  readonly positions: number | readonly number[];
}

/** The arguments of a field, or a reader if they depend on variables. */
export type Arguments = Readonly<Record<string, unknown>> | ArgumentReader;

/** Reads the arguments of a field from variables. */
export type ArgumentReader = (variables: Variables) => Readonly<Record<string, unknown>>;

/** How values of a type are written as JSON. */
export type TypePlan = { readonly isNullable: boolean } & (
  | { readonly kind: "leaf"; readonly write: (value: unknown) => string }
  | { readonly kind: "object"; readonly plan: ObjectPlan }
  | {
      readonly kind: "abstract";
      /** The name of a value's type. */
      readonly typeOf: (value: unknown, context: unknown) => unknown;
      readonly plans: ReadonlyMap<string, ObjectPlan>;
    }
  | { readonly kind: "list"; readonly of: TypePlan }
);

/** An operation, prepared for one combination of conditions. */
export interface OperationPlan {
  readonly root: ObjectPlan;
  /** The document's text, for the locations of errors. */
  readonly source: Source;
  /** The approximate memory that it takes. */
  readonly bytes: number;
}

/** The plans of the objects that a value of this type is, or is a list of. */
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
