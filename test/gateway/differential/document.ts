/*
 * A GraphQL document as the generator makes it: a tree whose parts can be left out one by one, so that what fails shrinks.
 * It need not be valid as it stands; `write-document.ts` makes it so while writing it.
 */

/** A document, and twice: which of its operations is asked for, and the values of its variables. */
export interface DocumentModel {
  readonly operations: readonly OperationModel[];
  readonly fragments: readonly FragmentModel[];
  readonly variables: VariablesModel;
  readonly chosen: Twice<Choice>;
  /** What is wrong with the document; null for nearly all. */
  readonly mistake: Mistake | null;
}

/** Something for the request itself, and for another of the same document. */
export type Twice<Thing> = readonly [Thing, Thing];

/** An operation by its position; `none`: no name is sent; `unknown`: one that the document has not. */
export type Choice = number | "none" | "unknown";

/** A way in which a document is refused. */
export type Mistake = "syntax" | "unknown field" | "unused variable" | "conflict" | "cycle";

/** An operation; a lone one may have no name. */
export interface OperationModel {
  readonly isNamed: boolean;
  readonly selections: readonly SelectionModel[];
}

/** A named fragment. */
export interface FragmentModel {
  readonly on: string;
  readonly selections: readonly SelectionModel[];
}

/** A part of a selection set. */
export type SelectionModel = FieldModel | InlineModel | SpreadModel | TypenameModel;

/** `__typename`, which Apollo Client and urql add everywhere. */
export interface TypenameModel {
  readonly kind: "typename";
  readonly alias: string | null;
  readonly conditions: readonly ConditionModel[];
}

/** A field. Each of its parts selects it anew, the later ones behind everything else of the selection set. */
export interface FieldModel {
  readonly kind: "field";
  readonly name: string;
  readonly alias: string | null;
  readonly values: Readonly<Record<string, ValueModel>>;
  readonly parts: readonly FieldPartModel[];
}

/** One place where a field is selected; in an inline fragment or not. */
export interface FieldPartModel {
  readonly conditions: readonly ConditionModel[];
  readonly wrapper: readonly ConditionModel[] | null;
  /** Of a field without fields of its own: none. Where a text is given it stands as it is. */
  readonly selections: readonly SelectionModel[] | string;
}

/** An inline fragment. */
export interface InlineModel {
  readonly kind: "inline";
  readonly on: string | null;
  readonly conditions: readonly ConditionModel[];
  readonly selections: readonly SelectionModel[];
}

/** A spread of one of the fragments that fit the place, by a number that is taken modulo theirs. */
export interface SpreadModel {
  readonly kind: "spread";
  readonly fragment: number;
  readonly conditions: readonly ConditionModel[];
}

/** `@skip` or `@include`, by a literal or by one of the variables for conditions. */
export interface ConditionModel {
  readonly directive: "skip" | "include";
  readonly by: boolean | number;
}

/** An argument's value: a literal; a variable of the pool for a type; or a list or an object of values. */
export type ValueModel =
  | { readonly literal: string }
  | { readonly pool: Pool; readonly variable: number }
  | { readonly list: readonly ValueModel[] }
  | { readonly object: readonly (readonly [name: string, value: ValueModel])[] };

/** The types that have variables. */
export const pools = [
  "condition",
  "id",
  "ids",
  "int",
  "text",
  "subject",
  "any",
  "anys",
  "tagFilter",
  "terminalFilter",
  "tagOrders",
  "terminalOrders",
] as const;

/** A type that has variables. */
export type Pool = (typeof pools)[number];

/** The variables of each pool. */
export type VariablesModel = Readonly<Record<Pool, readonly VariableModel[]>>;

/** A variable: its definition, and what is sent for it. */
export interface VariableModel {
  /** Whether its type is non-null, as far as the places where it stands leave the choice. */
  readonly isRequired: boolean;
  /** A literal; null: none. */
  readonly fallback: string | null;
  /** Undefined: nothing is sent. */
  readonly values: Twice<unknown>;
}
