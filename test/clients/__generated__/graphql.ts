/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A kind of record: tags or terminals. */
export type AdditionalDataSubject =
  /** The tags of the project. */
  | 'TAG'
  /** The terminals of the project. */
  | 'TERMINAL';

/** What happened to a record. */
export type ChangeKind =
  /** It is new in the list. */
  | 'ADDED'
  /** Some of its values changed. */
  | 'CHANGED'
  /** It is no longer in the list. */
  | 'REMOVED'
  /** No record changed, but you may have missed earlier changes: read your lists again. */
  | 'RESET';

export type TerminalsQueryVariables = Exact<{
  first: number;
}>;


export type TerminalsQuery = { terminals: { totalCount: number | null, nodes: Array<(
      { addedWhen: number | null, addedAt: string | null }
      & { ' $fragmentRefs'?: { 'TerminalNameFragment': TerminalNameFragment } }
    ) | null> } | null };

export type TerminalNameFragment = { id: string, name: string | null } & { ' $fragmentName'?: 'TerminalNameFragment' };

export type ChangesSubscriptionVariables = Exact<{
  of?: Array<AdditionalDataSubject> | AdditionalDataSubject | null | undefined;
}>;


export type ChangesSubscription = { changes: { kind: ChangeKind, id: string | null, fields: Array<string> | null, node:
      | { id: string, name: string | null }
      | { id: string, name: string | null }
      | Record<PropertyKey, never>
     | null } };

export const TerminalNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<TerminalNameFragment, unknown>;
export const TerminalsDocument = {"__meta__":{"hash":"sha256:18fee96e5197756b813c7a8a7e8562762eaf6298ef8fb299107fb892487fd795"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Terminals"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalName"}},{"kind":"Field","name":{"kind":"Name","value":"addedWhen"}},{"kind":"Field","name":{"kind":"Name","value":"addedAt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<TerminalsQuery, TerminalsQueryVariables>;
export const ChangesDocument = {"__meta__":{"hash":"sha256:a700d8f9266fea908f1cdf36a7a0ce6d62801464789551286b885dbdad0ea686"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Changes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"of"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataSubject"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"of"},"value":{"kind":"Variable","name":{"kind":"Name","value":"of"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ChangesSubscription, ChangesSubscriptionVariables>;