import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { FieldSelection as GraphQLResolveInfo } from '../execution/plan.ts';
import type { PageInfoParent, ProjectParent, TagConnectionParent, TagEdgeParent, TerminalConnectionParent, TerminalEdgeParent, AdditionalDataFieldParent } from './parents.ts';
import type { TagRecord, TerminalRecord, StructureRecord, ItemRecord } from '../upstream/records.ts';
import type { GatewayContext } from './context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A point in time as RFC 3339 text in UTC, such as `2026-03-01T09:30:00.000Z`. */
  DateTime: { input: string; output: string; }
  /** Any JSON value: text, number, boolean, list, object or null. */
  JSON: { input: unknown; output: unknown; }
  /** A JSON object, its keys as the registry has them. */
  JSONObject: { input: Readonly<Record<string, unknown>>; output: Readonly<Record<string, unknown>>; }
  /** A whole number of up to 53 bits: what a JSON number holds without loss. */
  SafeInt: { input: number; output: number; }
};

/** One field of a record's additional data, held against the structure. */
export type AdditionalDataField = {
  readonly __typename?: 'AdditionalDataField';
  /** The item's identifier, or the record's key where the structure has no such item. */
  readonly identifier: Scalars['String']['output'];
  /** The item of the structure; null for a key that the structure does not define. */
  readonly item: Maybe<AdditionalDataItem>;
  /** The tag that the value names, where the gateway was told that this identifier names tags; else null. */
  readonly tag: Maybe<Tag>;
  /** The terminal that the value names, where the gateway was told that this identifier names terminals; else null. */
  readonly terminal: Maybe<Terminal>;
  /** The record's value; null where it has none. */
  readonly value: Maybe<Scalars['JSON']['output']>;
};

/** One element of the form. */
export type AdditionalDataItem = {
  readonly __typename?: 'AdditionalDataItem';
  /** The options to choose from; null for every type but `SELECTBOX`. */
  readonly enum: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The element's identifier: the key in a record's additional data. */
  readonly identifier: Maybe<Scalars['String']['output']>;
  /** The element's name, as a person reads it. */
  readonly name: Maybe<Scalars['String']['output']>;
  /** The kind of input as the registry spells it. */
  readonly rawType: Maybe<Scalars['String']['output']>;
  /** Whether the element must be filled while a record is registered. */
  readonly setViaApp: Maybe<Scalars['Boolean']['output']>;
  /** The kind of input. */
  readonly type: AdditionalDataItemType;
};

/** The kind of input an item is filled by. */
export type AdditionalDataItemType =
  /** An image: the value is its URL. */
  | 'IMAGE'
  /** A number. */
  | 'NUMBER'
  /** A choice among the options in `enum`. */
  | 'SELECTBOX'
  /** Text of several lines. */
  | 'TEXTAREA'
  /** A single line of text. */
  | 'TEXTBOX'
  /** A type that the registry has and this schema does not know; `rawType` names it. */
  | 'UNKNOWN';

/** The form that the client side defined for the additional data of its tags or of its terminals. */
export type AdditionalDataStructure = {
  readonly __typename?: 'AdditionalDataStructure';
  /** The form's elements, in the order defined. */
  readonly items: Maybe<ReadonlyArray<AdditionalDataItem>>;
  /** A JSON Schema (2020-12) that a record's additional data should satisfy: good for building a form or checking one. */
  readonly jsonSchema: Maybe<Scalars['JSONObject']['output']>;
  /** When the structure was last changed, as the registry's own integer; `updatedAt` gives it as a time. */
  readonly lastUpdate: Maybe<Scalars['SafeInt']['output']>;
  /** Whose additional data this describes. */
  readonly of: AdditionalDataSubject;
  /** When the structure was last changed; null where the unit of `lastUpdate` cannot be told. */
  readonly updatedAt: Maybe<Scalars['DateTime']['output']>;
};

/** Whose additional data a structure describes. */
export type AdditionalDataSubject =
  /** The tags of the project. */
  | 'TAG'
  /** The terminals of the project. */
  | 'TERMINAL';

/** A record that can be asked for again by its global id. */
export type Node = {
  /** The global id: opaque, and unique within the project of the key. */
  readonly id: Scalars['ID']['output'];
};

/** Where a page of edges stands in its list. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** The cursor of the last edge; null when the page is empty. Pass it as `after` to get the next page. */
  readonly endCursor: Maybe<Scalars['String']['output']>;
  /** Whether the list has records after the last edge of this page. Exact, whichever way was paged. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether the list has records before the first edge of this page. Exact, whichever way was paged. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first edge; null when the page is empty. */
  readonly startCursor: Maybe<Scalars['String']['output']>;
};

/** The project of the caller's key. */
export type Project = {
  readonly __typename?: 'Project';
  /** The structure of the additional data, as `Query.additionalDataStructure` gives it. */
  readonly additionalDataStructure: Maybe<AdditionalDataStructure>;
  /** The project's id, read from one of its records; null while it has none. Costs at most two REST calls where no record is at hand. */
  readonly projectId: Maybe<Scalars['ID']['output']>;
  /** The project's tags, as `Query.tags` gives them. */
  readonly tags: Maybe<TagConnection>;
  /** The project's terminals, as `Query.terminals` gives them. */
  readonly terminals: Maybe<TerminalConnection>;
};


/** The project of the caller's key. */
export type ProjectAdditionalDataStructureArgs = {
  of: AdditionalDataSubject;
};


/** The project of the caller's key. */
export type ProjectTagsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
};


/** The project of the caller's key. */
export type ProjectTerminalsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
};

/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type Query = {
  readonly __typename?: 'Query';
  /** The structure that the client side defined for the additional data of its tags or of its terminals; null when the registry has none. Costs one REST call. */
  readonly additionalDataStructure: Maybe<AdditionalDataStructure>;
  /** The record with this global id, whichever type it has; null when there is none. Costs at most one REST call. */
  readonly node: Maybe<Node>;
  /** The records with these global ids, in the order asked for, null where there is none. Equal ids cost nothing twice, and many ids cost far fewer REST calls than ids. */
  readonly nodes: ReadonlyArray<Maybe<Node>>;
  /** The project of the caller's key. */
  readonly project: Maybe<Project>;
  /** One tag; null when the project has no such tag. Costs at most one REST call. */
  readonly tag: Maybe<Tag>;
  /** The project's tags, in the registry's order. With neither `first` nor `last`: the first 100. */
  readonly tags: Maybe<TagConnection>;
  /** One terminal; null when the project has no such terminal. Costs at most one REST call. */
  readonly terminal: Maybe<Terminal>;
  /** The project's terminals, in the registry's order. With neither `first` nor `last`: the first 100. */
  readonly terminals: Maybe<TerminalConnection>;
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryAdditionalDataStructureArgs = {
  of: AdditionalDataSubject;
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryNodesArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryTagArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryTagsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
};

/** An NFC tag of the project. */
export type Tag = Node & {
  readonly __typename?: 'Tag';
  /** When the tag was added to the registry; null where the unit of `addedWhen` cannot be told. */
  readonly addedAt: Maybe<Scalars['DateTime']['output']>;
  /** When the tag was added to the registry, as the registry's own integer; `addedAt` gives it as a time. */
  readonly addedWhen: Maybe<Scalars['SafeInt']['output']>;
  /** The additional data as the registry has them; null when there are none. */
  readonly additionalData: Maybe<Scalars['JSONObject']['output']>;
  /** One field of the additional data, its `value` null where the tag has none. Costs the structure of tags only where the tag has no such key, or where `item` is asked for. */
  readonly additionalDataField: Maybe<AdditionalDataField>;
  /** The additional data by the structure: one entry for each of its items, in its order, then one for each further key of this tag. Costs the structure of tags, once a request. */
  readonly additionalDataFields: Maybe<ReadonlyArray<AdditionalDataField>>;
  /** What somebody wrote about the tag. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The global id, for `node`, `nodes` and a client's cache. */
  readonly id: Scalars['ID']['output'];
  /** Whether the tag is activated. */
  readonly isActive: Maybe<Scalars['Boolean']['output']>;
  /** When the tag was last changed, as the registry's own integer; `updatedAt` gives it as a time. */
  readonly lastUpdate: Maybe<Scalars['SafeInt']['output']>;
  /** The tag's name. */
  readonly name: Maybe<Scalars['String']['output']>;
  /** The project that the tag is used for: the one of the caller's key. */
  readonly project: Maybe<Project>;
  /** The id of the project that the tag is used for. */
  readonly projectId: Maybe<Scalars['ID']['output']>;
  /** The registry's own id, unique among the project's tags. */
  readonly tagId: Scalars['ID']['output'];
  /** The kind of tag, as the registry names it. Registries know NFC tags only today. */
  readonly type: Maybe<Scalars['String']['output']>;
  /** When the tag was last changed; null where the unit of `lastUpdate` cannot be told. */
  readonly updatedAt: Maybe<Scalars['DateTime']['output']>;
};


/** An NFC tag of the project. */
export type TagAdditionalDataFieldArgs = {
  identifier: Scalars['String']['input'];
};

/** A page of the project's tags. */
export type TagConnection = {
  readonly __typename?: 'TagConnection';
  /** The tags with their cursors, in the registry's order. */
  readonly edges: ReadonlyArray<TagEdge>;
  /** The tags without their cursors; null for one that could not be read, with an error that says why. */
  readonly nodes: ReadonlyArray<Maybe<Tag>>;
  /** Where this page stands in the list. */
  readonly pageInfo: PageInfo;
  /** How many tags the project has: exact, or null with an error. */
  readonly totalCount: Maybe<Scalars['Int']['output']>;
};

/** A tag with its place in the list. */
export type TagEdge = {
  readonly __typename?: 'TagEdge';
  /** The place in the list, for `after` and `before`. It stays good while other tags come and go. */
  readonly cursor: Scalars['String']['output'];
  /** The tag; null when it could not be read, with an error that says why. */
  readonly node: Maybe<Tag>;
};

/** A device of the project that reads tags. */
export type Terminal = Node & {
  readonly __typename?: 'Terminal';
  /** When the terminal was added to the registry; null where the unit of `addedWhen` cannot be told. */
  readonly addedAt: Maybe<Scalars['DateTime']['output']>;
  /** When the terminal was added to the registry, as the registry's own integer; `addedAt` gives it as a time. */
  readonly addedWhen: Maybe<Scalars['SafeInt']['output']>;
  /** The additional data as the registry has them; null when there are none. */
  readonly additionalData: Maybe<Scalars['JSONObject']['output']>;
  /** One field of the additional data, its `value` null where the terminal has none. Costs the structure of terminals only where the terminal has no such key, or where `item` is asked for. */
  readonly additionalDataField: Maybe<AdditionalDataField>;
  /** The additional data by the structure: one entry for each of its items, in its order, then one for each further key of this terminal. Costs the structure of terminals, once a request. */
  readonly additionalDataFields: Maybe<ReadonlyArray<AdditionalDataField>>;
  /** Whether the terminal may replace an old tag by a new one. Registries document this as not implemented yet. */
  readonly canChangeChip: Maybe<Scalars['Boolean']['output']>;
  /** Whether the terminal may add new tags to the project. */
  readonly canInsertChip: Maybe<Scalars['Boolean']['output']>;
  /** What somebody wrote about the terminal. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The identifier of the form that the terminal shows after a tag was tapped. */
  readonly formIdentifier: Maybe<Scalars['String']['output']>;
  /** The global id, for `node`, `nodes` and a client's cache. */
  readonly id: Scalars['ID']['output'];
  /** The International Mobile Equipment Identity, where the device has one. */
  readonly imei: Maybe<Scalars['String']['output']>;
  /** Whether the terminal is activated. */
  readonly isActive: Maybe<Scalars['Boolean']['output']>;
  /** When the terminal was last changed, as the registry's own integer; `updatedAt` gives it as a time. */
  readonly lastUpdate: Maybe<Scalars['SafeInt']['output']>;
  /** The terminal's model. */
  readonly model: Maybe<Scalars['String']['output']>;
  /** The terminal's name. */
  readonly name: Maybe<Scalars['String']['output']>;
  /** The platform installed on the terminal. */
  readonly platform: Maybe<Scalars['String']['output']>;
  /** The version of that platform. */
  readonly platformVersion: Maybe<Scalars['String']['output']>;
  /** The project that the terminal is used in: the one of the caller's key. */
  readonly project: Maybe<Project>;
  /** The id of the project that the terminal is used in. */
  readonly projectId: Maybe<Scalars['ID']['output']>;
  /** The registry's own id, unique among the project's terminals: a whole number as text. */
  readonly terminalId: Scalars['ID']['output'];
  /** When the terminal was last changed; null where the unit of `lastUpdate` cannot be told. */
  readonly updatedAt: Maybe<Scalars['DateTime']['output']>;
  /** The terminal's universally unique identifier. */
  readonly uuid: Maybe<Scalars['String']['output']>;
};


/** A device of the project that reads tags. */
export type TerminalAdditionalDataFieldArgs = {
  identifier: Scalars['String']['input'];
};

/** A page of the project's terminals. */
export type TerminalConnection = {
  readonly __typename?: 'TerminalConnection';
  /** The terminals with their cursors, in the registry's order. */
  readonly edges: ReadonlyArray<TerminalEdge>;
  /** The terminals without their cursors; null for one that could not be read, with an error that says why. */
  readonly nodes: ReadonlyArray<Maybe<Terminal>>;
  /** Where this page stands in the list. */
  readonly pageInfo: PageInfo;
  /** How many terminals the project has: exact, or null with an error. */
  readonly totalCount: Maybe<Scalars['Int']['output']>;
};

/** A terminal with its place in the list. */
export type TerminalEdge = {
  readonly __typename?: 'TerminalEdge';
  /** The place in the list, for `after` and `before`. It stays good while other terminals come and go. */
  readonly cursor: Scalars['String']['output'];
  /** The terminal; null when it could not be read, with an error that says why. */
  readonly node: Maybe<Terminal>;
};



export type ResolverTypeWrapper<T> = Promise<T | Error | null> | T | Error;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( TagRecord )
    | ( TerminalRecord )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AdditionalDataField: ResolverTypeWrapper<AdditionalDataFieldParent>;
  AdditionalDataItem: ResolverTypeWrapper<ItemRecord>;
  AdditionalDataItemType: AdditionalDataItemType;
  AdditionalDataStructure: ResolverTypeWrapper<StructureRecord>;
  AdditionalDataSubject: AdditionalDataSubject;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  PageInfo: ResolverTypeWrapper<PageInfoParent>;
  Project: ResolverTypeWrapper<ProjectParent>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Tag: ResolverTypeWrapper<TagRecord>;
  TagConnection: ResolverTypeWrapper<TagConnectionParent>;
  TagEdge: ResolverTypeWrapper<TagEdgeParent>;
  Terminal: ResolverTypeWrapper<TerminalRecord>;
  TerminalConnection: ResolverTypeWrapper<TerminalConnectionParent>;
  TerminalEdge: ResolverTypeWrapper<TerminalEdgeParent>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AdditionalDataField: AdditionalDataFieldParent;
  AdditionalDataItem: ItemRecord;
  AdditionalDataStructure: StructureRecord;
  Boolean: Scalars['Boolean']['output'];
  DateTime: Scalars['DateTime']['output'];
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  JSON: Scalars['JSON']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  PageInfo: PageInfoParent;
  Project: ProjectParent;
  Query: Record<PropertyKey, never>;
  SafeInt: Scalars['SafeInt']['output'];
  String: Scalars['String']['output'];
  Tag: TagRecord;
  TagConnection: TagConnectionParent;
  TagEdge: TagEdgeParent;
  Terminal: TerminalRecord;
  TerminalConnection: TerminalConnectionParent;
  TerminalEdge: TerminalEdgeParent;
};

export type SemanticNonNullDirectiveArgs = {
  levels?: Maybe<ReadonlyArray<Maybe<Scalars['Int']['input']>>>;
};

export type SemanticNonNullDirectiveResolver<Result, Parent, ContextType = GatewayContext, Args = SemanticNonNullDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type AdditionalDataFieldResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AdditionalDataField'] = ResolversParentTypes['AdditionalDataField']> = {
  identifier: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  item: Resolver<Maybe<ResolversTypes['AdditionalDataItem']>, ParentType, ContextType>;
  tag: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType>;
  terminal: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType>;
  value: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type AdditionalDataItemResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AdditionalDataItem'] = ResolversParentTypes['AdditionalDataItem']> = {
  enum: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  identifier: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rawType: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  setViaApp: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  type: Resolver<ResolversTypes['AdditionalDataItemType'], ParentType, ContextType>;
};

export type AdditionalDataStructureResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AdditionalDataStructure'] = ResolversParentTypes['AdditionalDataStructure']> = {
  items: Resolver<Maybe<ReadonlyArray<ResolversTypes['AdditionalDataItem']>>, ParentType, ContextType>;
  jsonSchema: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  lastUpdate: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  of: Resolver<ResolversTypes['AdditionalDataSubject'], ParentType, ContextType>;
  updatedAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type NodeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Tag' | 'Terminal', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ProjectResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Project'] = ResolversParentTypes['Project']> = {
  additionalDataStructure: Resolver<Maybe<ResolversTypes['AdditionalDataStructure']>, ParentType, ContextType, RequireFields<ProjectAdditionalDataStructureArgs, 'of'>>;
  projectId: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  tags: Resolver<Maybe<ResolversTypes['TagConnection']>, ParentType, ContextType, Partial<ProjectTagsArgs>>;
  terminals: Resolver<Maybe<ResolversTypes['TerminalConnection']>, ParentType, ContextType, Partial<ProjectTerminalsArgs>>;
};

export type QueryResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  additionalDataStructure?: Resolver<Maybe<ResolversTypes['AdditionalDataStructure']>, ParentType, ContextType, RequireFields<QueryAdditionalDataStructureArgs, 'of'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  tag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType, RequireFields<QueryTagArgs, 'id'>>;
  tags?: Resolver<Maybe<ResolversTypes['TagConnection']>, ParentType, ContextType, Partial<QueryTagsArgs>>;
  terminal?: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType, RequireFields<QueryTerminalArgs, 'id'>>;
  terminals?: Resolver<Maybe<ResolversTypes['TerminalConnection']>, ParentType, ContextType, Partial<QueryTerminalsArgs>>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export type TagResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Tag'] = ResolversParentTypes['Tag']> = {
  addedAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  addedWhen: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  additionalData: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  additionalDataField: Resolver<Maybe<ResolversTypes['AdditionalDataField']>, ParentType, ContextType, RequireFields<TagAdditionalDataFieldArgs, 'identifier'>>;
  additionalDataFields: Resolver<Maybe<ReadonlyArray<ResolversTypes['AdditionalDataField']>>, ParentType, ContextType>;
  description: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isActive: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  lastUpdate: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  name: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  project: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  projectId: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  tagId: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TagConnectionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TagConnection'] = ResolversParentTypes['TagConnection']> = {
  edges: Resolver<ReadonlyArray<ResolversTypes['TagEdge']>, ParentType, ContextType>;
  nodes: Resolver<ReadonlyArray<Maybe<ResolversTypes['Tag']>>, ParentType, ContextType>;
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type TagEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TagEdge'] = ResolversParentTypes['TagEdge']> = {
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType>;
};

export type TerminalResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Terminal'] = ResolversParentTypes['Terminal']> = {
  addedAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  addedWhen: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  additionalData: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  additionalDataField: Resolver<Maybe<ResolversTypes['AdditionalDataField']>, ParentType, ContextType, RequireFields<TerminalAdditionalDataFieldArgs, 'identifier'>>;
  additionalDataFields: Resolver<Maybe<ReadonlyArray<ResolversTypes['AdditionalDataField']>>, ParentType, ContextType>;
  canChangeChip: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  canInsertChip: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  description: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  formIdentifier: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  imei: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isActive: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  lastUpdate: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  model: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  platform: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  platformVersion: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  project: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  projectId: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  terminalId: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  updatedAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  uuid: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TerminalConnectionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TerminalConnection'] = ResolversParentTypes['TerminalConnection']> = {
  edges: Resolver<ReadonlyArray<ResolversTypes['TerminalEdge']>, ParentType, ContextType>;
  nodes: Resolver<ReadonlyArray<Maybe<ResolversTypes['Terminal']>>, ParentType, ContextType>;
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type TerminalEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TerminalEdge'] = ResolversParentTypes['TerminalEdge']> = {
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = GatewayContext> = {
  AdditionalDataField: AdditionalDataFieldResolvers<ContextType>;
  AdditionalDataItem: AdditionalDataItemResolvers<ContextType>;
  AdditionalDataStructure: AdditionalDataStructureResolvers<ContextType>;
  DateTime: GraphQLScalarType;
  JSON: GraphQLScalarType;
  JSONObject: GraphQLScalarType;
  Node: NodeResolvers<ContextType>;
  PageInfo: PageInfoResolvers<ContextType>;
  Project: ProjectResolvers<ContextType>;
  Query: QueryResolvers<ContextType>;
  SafeInt: GraphQLScalarType;
  Tag: TagResolvers<ContextType>;
  TagConnection: TagConnectionResolvers<ContextType>;
  TagEdge: TagEdgeResolvers<ContextType>;
  Terminal: TerminalResolvers<ContextType>;
  TerminalConnection: TerminalConnectionResolvers<ContextType>;
  TerminalEdge: TerminalEdgeResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = GatewayContext> = {
  semanticNonNull: SemanticNonNullDirectiveResolver<any, any, ContextType>;
};
