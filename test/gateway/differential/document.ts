/*
 * The model of a generated GraphQL document: a tree whose parts can be left out one by one, so that failing documents shrink. The
 * model need not be valid: `write-document.ts` writes a valid document for it.
 */

/** A document with the choices of two requests: which operation to execute, and the values of its variables. */
export interface DocumentModel {
  readonly operations: readonly OperationModel[];
  readonly fragments: readonly FragmentModel[];
  readonly variables: VariablesModel;
  readonly chosen: Twice<Choice>;
  readonly mistake: Mistake | null;
}

export type Twice<Thing> = readonly [Thing, Thing];

/** An operation by its position. `none`: no name is sent; `unknown`: a name that the document does not have. */
export type Choice = number | "none" | "unknown";

export type Mistake = "syntax" | "unknown field" | "unused variable" | "conflict" | "cycle";

/** An operation. It can go without a name if it is the only one. */
export interface OperationModel {
  readonly isNamed: boolean;
  readonly selections: readonly SelectionModel[];
}

export interface FragmentModel {
  readonly on: string;
  readonly selections: readonly SelectionModel[];
}

export type SelectionModel = FieldModel | InlineModel | SpreadModel | TypenameModel;

/** `__typename`, which Apollo Client and urql add everywhere. */
export interface TypenameModel {
  readonly kind: "typename";
  readonly alias: string | null;
  readonly conditions: readonly ConditionModel[];
}

/** A field. Each of its parts selects it again, the later ones after everything else in the selection set. */
export interface FieldModel {
  readonly kind: "field";
  readonly name: string;
  readonly alias: string | null;
  readonly values: Readonly<Record<string, ValueModel>>;
  readonly parts: readonly FieldPartModel[];
}

/** One place where a field is selected, perhaps in an inline fragment. */
export interface FieldPartModel {
  readonly conditions: readonly ConditionModel[];
  readonly wrapper: readonly ConditionModel[] | null;
  /** Empty for a leaf. A string is written as it is. */
  readonly selections: readonly SelectionModel[] | string;
}

export interface InlineModel {
  readonly kind: "inline";
  readonly on: string | null;
  readonly conditions: readonly ConditionModel[];
  readonly selections: readonly SelectionModel[];
}

/** A spread of one of the fragments that fit there. The number is taken modulo their count. */
export interface SpreadModel {
  readonly kind: "spread";
  readonly fragment: number;
  readonly conditions: readonly ConditionModel[];
}

/** `@skip` or `@include`, with a literal or with one of the variables for conditions. */
export interface ConditionModel {
  readonly directive: "skip" | "include";
  readonly by: boolean | number;
}

export type ValueModel =
  | { readonly literal: string }
  | { readonly pool: Pool; readonly variable: number }
  | { readonly list: readonly ValueModel[] }
  | { readonly object: readonly (readonly [name: string, value: ValueModel])[] };

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

export type Pool = (typeof pools)[number];

export type VariablesModel = Readonly<Record<Pool, readonly VariableModel[]>>;

export interface VariableModel {
  /** Whether its type is non-null, if the places where it is used allow both. */
  readonly isRequired: boolean;
  readonly fallback: string | null;
  /** The values sent. Undefined: none is sent. */
  readonly values: Twice<unknown>;
}
