import type { GraphQLError, GraphQLField, GraphQLObjectType, GraphQLSchema, Source } from "graphql";

/** The values of an operation's variables, coerced. */
export type Variables = Readonly<Record<string, unknown>>;

/** What a resolver may ask about the field that it answers, beside its arguments. */
export interface FieldSelection {
  readonly schema: GraphQLSchema;
  readonly fieldName: string;
  /** Whether the query selects a field by this path of names below, as `isSelected("edges", "cursor")`. */
  isSelected(...path: readonly string[]): boolean;
  /** The arguments of each selection of a field below, without those that cannot be read: they fail where they stand. */
  argumentsOf(name: string, variables: Variables): readonly Readonly<Record<string, unknown>>[];
}

/** Resolves a field. It is given less than graphql-js would give it, and nothing of the document. */
export type Resolve<Result, Parent, Context, Args> = (
  parent: Parent,
  args: Args,
  context: Context,
  selection: FieldSelection,
  variables: Variables,
) => Promise<Result> | Result;

/** What is to be read of an object of one type: fields merged, fragments and conditions resolved. */
export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  /** The text behind the last field: what is the same for each object, and the closing brace. */
  readonly end: string;
  /** Why the selection cannot be told, if it cannot. */
  readonly error: GraphQLError | null;
}

/** A field to be resolved, under one name of the answer. */
export interface FieldPlan extends FieldSelection {
  /** Its name in the answer. */
  readonly key: string;
  /** Where it stands among the fields of its object. */
  readonly rank: number;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** The text ahead of its value: a brace or a comma, what is the same for each object, and its name. */
  readonly start: string;
  /** Its selection is this plan. */
  readonly resolve: Resolve<unknown, unknown, unknown, Readonly<Record<string, unknown>>>;
  readonly args: Arguments;
  readonly type: TypePlan;
  /** Where the document has it: most have one place, and a list for each would take as much memory as all else. */
  readonly positions: number | readonly number[];
}

/** A field's arguments: the same each time, or by the variables. */
export type Arguments = Readonly<Record<string, unknown>> | ArgumentReader;

/** Gives a field's arguments by the variables. */
export type ArgumentReader = (variables: Variables) => Readonly<Record<string, unknown>>;

/** How a value becomes text, by its type. */
export type TypePlan = { readonly isNullable: boolean } & (
  | { readonly kind: "leaf"; readonly write: (value: unknown) => string }
  | { readonly kind: "object"; readonly plan: ObjectPlan }
  | {
      readonly kind: "abstract";
      /** Tells the name of the type of a value. */
      readonly typeOf: (value: unknown, context: unknown) => unknown;
      readonly plans: ReadonlyMap<string, ObjectPlan>;
    }
  | { readonly kind: "list"; readonly of: TypePlan }
);

/** An operation, prepared for one combination of its conditions. */
export interface OperationPlan {
  readonly root: ObjectPlan;
  /** The document, for the places of errors. */
  readonly source: Source;
  /** Memory that it takes, about. */
  readonly bytes: number;
}

/** What is read of the objects that a value of this type consists of. */
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
