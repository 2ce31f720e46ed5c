import type { Resolve as ResolverFn } from '../execution/plan.ts';
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { FieldSelection as GraphQLResolveInfo } from '../execution/plan.ts';
import type { PageInfoParent, ProjectParent, TagConnectionParent, TagEdgeParent, TerminalConnectionParent, TerminalEdgeParent, AdditionalDataFieldParent } from './parents.ts';
import type { TagRecord, TerminalRecord, StructureRecord, ItemRecord } from '../upstream/records.ts';
import type { FoundTag } from './search/look-up.ts';
import type { Told } from '../changes/change.ts';
import type { FacetParent } from './search/facets.ts';
import type { FacetEntry } from '../search/facets.ts';
import type { IssuePage, IssueEdge, Issue } from './quality/issue-page.ts';
import type { GatewayContext } from './context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type { ResolverFn };
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

/**
 * A condition on one field of the additional data: the `identifier`, and exactly one of `text`, `number`, `boolean` and `isNull`.
 * A comparison that the item's type cannot do is `BAD_USER_INPUT`; an identifier that neither the structure nor any record knows
 * is told in `extensions.warnings` (`UNKNOWN_IDENTIFIER`).
 */
export type AdditionalDataFilter = {
  /** Compares as true or false: items of type `UNKNOWN`, and keys without an item. */
  readonly boolean?: InputMaybe<BooleanFilter>;
  /** The key in the additional data, or the identifier of an item of the structure, as `additionalDataField` takes it. */
  readonly identifier: Scalars['String']['input'];
  /** `true`: there is no value, or null. `false`: there is any other value. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Compares as numbers: items of type `NUMBER` and `UNKNOWN`, and keys without an item. */
  readonly number?: InputMaybe<NumberFilter>;
  /** Compares as text: items of type `TEXTBOX`, `TEXTAREA`, `SELECTBOX`, `IMAGE` and `UNKNOWN`, and keys without an item. */
  readonly text?: InputMaybe<TextFilter>;
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
  /**
   * A JSON Schema (2020-12) of a record's additional data, to build a form with or to check one. Additional data are valid where
   * `dataQuality` finds nothing wrong with the items' values; null counts as `{}`.
   */
  readonly jsonSchema: Maybe<Scalars['JSONObject']['output']>;
  /** When the structure was last changed, as the registry's own integer; `updatedAt` gives it as a time. */
  readonly lastUpdate: Maybe<Scalars['SafeInt']['output']>;
  /** Whose additional data this describes. */
  readonly of: AdditionalDataSubject;
  /** How react-jsonschema-form draws `jsonSchema`: pass it as `uiSchema`. Items come in their order, each with its kind of input. */
  readonly uiSchema: Maybe<Scalars['JSONObject']['output']>;
  /** When the structure was last changed; null where the unit of `lastUpdate` cannot be told. */
  readonly updatedAt: Maybe<Scalars['DateTime']['output']>;
};

/** Whose additional data a structure describes. */
export type AdditionalDataSubject =
  /** The tags of the project. */
  | 'TAG'
  /** The terminals of the project. */
  | 'TERMINAL';

/** Comparisons with true or false; all that are given must hold. `true`, `false`, `1` and `0` are booleans, as text too. */
export type BooleanFilter = {
  /** Is this. */
  readonly eq?: InputMaybe<Scalars['Boolean']['input']>;
  /** `true`: is null, or no boolean. `false`: is a boolean. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What happened to a record, or to the subscription itself. */
export type Change = {
  readonly __typename?: 'Change';
  /** Where this subscription goes on after this; keep it as it is, and pass it as `after` to lose nothing. */
  readonly cursor: Scalars['String']['output'];
  /** The fields that have other values than before, by the schema's names; null unless the record was changed. */
  readonly fields: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The global id of the record; null with `RESET`. */
  readonly id: Maybe<Scalars['ID']['output']>;
  /** What happened. */
  readonly kind: ChangeKind;
  /** The record as it is now; null when it is gone, and with `RESET`. It costs no REST call; what is selected within may. */
  readonly node: Maybe<Node>;
};

/** What happened to a record of a list. */
export type ChangeKind =
  /** It came into the list. */
  | 'ADDED'
  /** It has other values than before. */
  | 'CHANGED'
  /** It is not in the list any more. */
  | 'REMOVED'
  /** No record: changes before this may have been missed, and the client reads its lists now. */
  | 'RESET';

/** What is wrong with a record. */
export type DataQualityCode =
  /** The imei is not 15 digits with the right check digit. */
  | 'BAD_IMEI'
  /** The uuid does not have a uuid's form. */
  | 'BAD_UUID'
  /** A value that should name another record names none (`ADDITIONAL_DATA_LINKS`). */
  | 'DANGLING_LINK'
  /** Another terminal has the same imei. */
  | 'DUPLICATE_IMEI'
  /** Another tag has the same UID, in another letter case, with other separators or in the other byte order. */
  | 'DUPLICATE_UID'
  /** Another terminal has the same uuid. */
  | 'DUPLICATE_UUID'
  /** An element that must be filled has no value: none at all, null or empty text. */
  | 'MISSING_VALUE'
  /** The value of a `SELECTBOX` is none of its options. */
  | 'NOT_AN_OPTION'
  /** The value of a `NUMBER` is no number. */
  | 'NOT_A_NUMBER'
  /** The value of an `IMAGE` is no absolute http or https address. */
  | 'NOT_A_URL'
  /** A time lies more than a day ahead. */
  | 'TIME_IN_FUTURE'
  /** The additional data have a key that the structure does not define. */
  | 'UNKNOWN_KEY'
  /** A field has a value of another type than it should; it is null with an error when it is asked for. */
  | 'UNREADABLE_FIELD'
  /** The record was changed before it was added. */
  | 'UPDATED_BEFORE_ADDED';

/** A page of what is wrong with a list's records. */
export type DataQualityConnection = {
  readonly __typename?: 'DataQualityConnection';
  /** How many issues each code has, in the order of codes; codes without any are left out. */
  readonly counts: ReadonlyArray<DataQualityCount>;
  /** The issues with their cursors, in the registry's order of records; those of one record by code, then by identifier. */
  readonly edges: ReadonlyArray<DataQualityEdge>;
  /** The issues without their cursors. */
  readonly nodes: ReadonlyArray<DataQualityIssue>;
  /** Where this page stands among the issues. */
  readonly pageInfo: PageInfo;
  /** When the records were read. */
  readonly snapshotAt: Maybe<Scalars['DateTime']['output']>;
  /** How many issues there are, on all pages. */
  readonly totalCount: Maybe<Scalars['Int']['output']>;
};

/** How many issues have a code. */
export type DataQualityCount = {
  readonly __typename?: 'DataQualityCount';
  /** The code. */
  readonly code: DataQualityCode;
  /** How many issues have it. */
  readonly count: Scalars['Int']['output'];
  /** How bad its issues are. */
  readonly severity: DataQualitySeverity;
};

/** An issue in its list, with a cursor to page from. */
export type DataQualityEdge = {
  readonly __typename?: 'DataQualityEdge';
  /** Pass it as `after` or `before` to page from here; keep it as it is. */
  readonly cursor: Scalars['String']['output'];
  /** The issue. */
  readonly node: DataQualityIssue;
};

/** One thing that is wrong with one record. */
export type DataQualityIssue = {
  readonly __typename?: 'DataQualityIssue';
  /** What is wrong. */
  readonly code: DataQualityCode;
  /** Where: the identifier of an element of the structure, a key of the additional data, or the name of a field of this schema. */
  readonly identifier: Maybe<Scalars['String']['output']>;
  /** What is wrong, in a sentence. */
  readonly message: Scalars['String']['output'];
  /** The record. */
  readonly node: Maybe<Node>;
  /** How bad it is. */
  readonly severity: DataQualitySeverity;
};

/** How bad an issue is. */
export type DataQualitySeverity =
  /** The record is wrong: something that reads it will fail or go astray. */
  | 'ERROR'
  /** The record looks wrong. */
  | 'WARNING';

/** Comparisons with a point in time; all that are given must hold. */
export type DateTimeFilter = {
  /** Is later than this. */
  readonly gt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is this or later. */
  readonly gte?: InputMaybe<Scalars['DateTime']['input']>;
  /** `true`: is null, also where the unit of the registry's integer cannot be told. `false`: is a time. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Is earlier than this. */
  readonly lt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is this or earlier. */
  readonly lte?: InputMaybe<Scalars['DateTime']['input']>;
};

/** How many records the filter leaves by their values in one field; the filter's own conditions on that field are left out. */
export type Facet = {
  readonly __typename?: 'Facet';
  /** The field, as it was asked for. */
  readonly field: Scalars['String']['output'];
  /** Which of the additional data. */
  readonly identifier: Maybe<Scalars['String']['output']>;
  /** How many records have no value that can be read. */
  readonly nullCount: Scalars['Int']['output'];
  /** How many records have a value that is not among these. */
  readonly otherCount: Scalars['Int']['output'];
  /** The most frequent values, then those that the filter selects; with `bounds` all ranges in their order. */
  readonly values: ReadonlyArray<FacetValue>;
};

/** How many records have one value, or a value in one range. */
export type FacetValue = {
  readonly __typename?: 'FacetValue';
  /** How many records. */
  readonly count: Scalars['Int']['output'];
  /** Where the range begins: this belongs to it. Null for the first one. */
  readonly from: Maybe<Scalars['Float']['output']>;
  /** Whether the filter asks for this value or this range. */
  readonly selected: Scalars['Boolean']['output'];
  /** Where the range ends: this belongs to the next one. Null for the last one. */
  readonly to: Maybe<Scalars['Float']['output']>;
  /** The value, as a filter compares it; null for a range. */
  readonly value: Maybe<Scalars['JSON']['output']>;
};

/** A record that can be asked for again by its global id. */
export type Node = {
  /** The global id: opaque, and unique within the project of the key. */
  readonly id: Scalars['ID']['output'];
};

/** Comparisons with a number; all that are given must hold. A text that spells a number counts as one: `"1e3"`, but not `"1,5"`. */
export type NumberFilter = {
  /** Is this number. */
  readonly eq?: InputMaybe<Scalars['Float']['input']>;
  /** Is greater than this number. */
  readonly gt?: InputMaybe<Scalars['Float']['input']>;
  /** Is this number or greater. */
  readonly gte?: InputMaybe<Scalars['Float']['input']>;
  /** Is one of these numbers; `[]` holds for none. */
  readonly in?: InputMaybe<ReadonlyArray<Scalars['Float']['input']>>;
  /** `true`: is null, or no number. `false`: is a number. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Is less than this number. */
  readonly lt?: InputMaybe<Scalars['Float']['input']>;
  /** Is this number or less. */
  readonly lte?: InputMaybe<Scalars['Float']['input']>;
  /** Is not this number; null is not either. */
  readonly ne?: InputMaybe<Scalars['Float']['input']>;
  /** Is none of these numbers; null is none of them. */
  readonly notIn?: InputMaybe<ReadonlyArray<Scalars['Float']['input']>>;
};

/** Which way an order goes. What has no value comes last either way. */
export type OrderDirection =
  /** From the first letter, the least number, the earliest time, `false`, or the best match. */
  | 'ASC'
  /** From the last letter, the greatest number, the latest time, `true`, or the worst match. */
  | 'DESC';

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
  /**
   * What breaks the project's own structure, or cannot be: values that are missing, wrong or of no use, duplicates, dangling links.
   * It is worked out once from a snapshot of the list (see `tags`), and from one of the other list where links lead there.
   */
  readonly dataQuality: Maybe<DataQualityConnection>;
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
export type ProjectDataQualityArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  codes: InputMaybe<ReadonlyArray<DataQualityCode>>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  of: AdditionalDataSubject;
  severity: InputMaybe<DataQualitySeverity>;
};


/** The project of the caller's key. */
export type ProjectTagsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  filter: InputMaybe<TagFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TagOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};


/** The project of the caller's key. */
export type ProjectTerminalsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  filter: InputMaybe<TerminalFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TerminalOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
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
  /**
   * The project's tags, in the registry's order. With neither `first` nor `last`: the first 100. Costs one REST call for a page.
   * With `filter`, `search` or `orderBy` it comes from a snapshot of the whole list, which is read once for all who ask (a call for
   * every 1,000 records, and one for the structure) and kept for a while; each use of it costs one small call at most.
   */
  readonly tags: Maybe<TagConnection>;
  /**
   * The tags with this UID, however it is spelt; `[]` when there is none. A tag whose id is exactly this text is the whole answer, and
   * costs one REST call; otherwise the UID is looked up in a snapshot of the tags.
   */
  readonly tagsByUid: Maybe<ReadonlyArray<TagUidMatch>>;
  /** One terminal; null when the project has no such terminal. Costs at most one REST call. */
  readonly terminal: Maybe<Terminal>;
  /** The terminal with this imei, the first of several; null when there is none. Looked up in a snapshot of the terminals. */
  readonly terminalByImei: Maybe<Terminal>;
  /** The terminal with this uuid, the first of several; null when there is none. Looked up in a snapshot of the terminals. */
  readonly terminalByUuid: Maybe<Terminal>;
  /**
   * The project's terminals, in the registry's order. With neither `first` nor `last`: the first 100. Costs one REST call for a page.
   * With `filter`, `search` or `orderBy` it comes from a snapshot of the whole list, which is read once for all who ask (a call for
   * every 1,000 records, and one for the structure) and kept for a while; each use of it costs one small call at most.
   */
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
  filter: InputMaybe<TagFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TagOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryTagsByUidArgs = {
  uid: Scalars['String']['input'];
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
export type QueryTerminalByImeiArgs = {
  imei: Scalars['String']['input'];
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalByUuidArgs = {
  uuid: Scalars['String']['input'];
};


/**
 * What the caller's key may read. Every field needs the key, as `X-API-Key: <key>` or `Authorization: Bearer <key>`;
 * without one a field is null with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  filter: InputMaybe<TerminalFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TerminalOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};

/**
 * What the gateway tells by itself, as Server-Sent Events (`Accept: text/event-stream`) or by Apollo's multipart protocol
 * (`Accept: multipart/mixed;subscriptionSpec=1.0`). Needs the key, as a query does.
 */
export type Subscription = {
  readonly __typename?: 'Subscription';
  /**
   * What changes in the project's lists, found by reading them again and again while anybody listens, once for all listeners of a key.
   * It begins with a `RESET`, after which the client reads its lists; with `after` it goes on instead with what came next.
   */
  readonly changes: Change;
};


/**
 * What the gateway tells by itself, as Server-Sent Events (`Accept: text/event-stream`) or by Apollo's multipart protocol
 * (`Accept: multipart/mixed;subscriptionSpec=1.0`). Needs the key, as a query does.
 */
export type SubscriptionChangesArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  of: InputMaybe<ReadonlyArray<AdditionalDataSubject>>;
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
  /** The tags with their cursors, in the registry's order unless the list is searched or ordered. */
  readonly edges: ReadonlyArray<TagEdge>;
  /**
   * How many tags there are by their values in each of these, up to 20; what a filter's side panel shows. The list then comes
   * from a snapshot. Costs no REST call beside the snapshot's.
   */
  readonly facets: Maybe<ReadonlyArray<Facet>>;
  /** The tags without their cursors; null for one that could not be read, with an error that says why. */
  readonly nodes: ReadonlyArray<Maybe<Tag>>;
  /** Where this page stands in the list. */
  readonly pageInfo: PageInfo;
  /** When the snapshot was read that the list comes from; null for a list without `filter`, `search` and `orderBy`, which is read anew. */
  readonly snapshotAt: Maybe<Scalars['DateTime']['output']>;
  /** How many tags the list has, on all its pages: exact, or null with an error. */
  readonly totalCount: Maybe<Scalars['Int']['output']>;
};


/** A page of the project's tags. */
export type TagConnectionFacetsArgs = {
  by: ReadonlyArray<TagFacet>;
};

/** A tag with its place in the list. */
export type TagEdge = {
  readonly __typename?: 'TagEdge';
  /** The place in the list, for `after` and `before`. It stays good while other tags come and go. */
  readonly cursor: Scalars['String']['output'];
  /** The tag; null when it could not be read, with an error that says why. */
  readonly node: Maybe<Tag>;
};

/** What to count tags by. */
export type TagFacet = {
  /** For numbers: the limits between the ranges to count by, ascending, up to 100. Without it each value is counted by itself. */
  readonly bounds?: InputMaybe<ReadonlyArray<Scalars['Float']['input']>>;
  /** The field. */
  readonly field: TagFacetField;
  /** How many values to tell, the most frequent first. */
  readonly first?: Scalars['Int']['input'];
  /** Which of the additional data; with `ADDITIONAL_DATA` only, and needed there. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
};

/** What tags are counted by. */
export type TagFacetField =
  /** One of the additional data, named by `identifier`. */
  | 'ADDITIONAL_DATA'
  /** Whether the tag is activated. */
  | 'IS_ACTIVE'
  /** The kind of tag. */
  | 'TYPE';

/**
 * Which tags a list is to have: those for which all that is given holds. `{}` holds for every tag. A variable that is left out
 * leaves its field out: `{ name: { eq: $x } }` without `x` holds for every tag. Null is no value of any field: `BAD_USER_INPUT`.
 */
export type TagFilter = {
  /** When the tag was added to the registry. */
  readonly addedAt?: InputMaybe<DateTimeFilter>;
  /** Conditions on the additional data, each on one of its fields; all must hold. */
  readonly additionalData?: InputMaybe<ReadonlyArray<AdditionalDataFilter>>;
  /** All of these hold; `[]` holds for every tag. `and`, `or` and `not` may be ten within one another. */
  readonly and?: InputMaybe<ReadonlyArray<TagFilter>>;
  /** What somebody wrote about the tag. */
  readonly description?: InputMaybe<TextFilter>;
  /** Whether the tag is activated. */
  readonly isActive?: InputMaybe<BooleanFilter>;
  /** The tag's name. */
  readonly name?: InputMaybe<TextFilter>;
  /** This does not hold. A comparison with null is false, so that its `not` holds for null. */
  readonly not?: InputMaybe<TagFilter>;
  /** At least one of these holds; `[]` holds for none. */
  readonly or?: InputMaybe<ReadonlyArray<TagFilter>>;
  /** The registry's own id. */
  readonly tagId?: InputMaybe<TextFilter>;
  /** The kind of tag, as the registry names it. */
  readonly type?: InputMaybe<TextFilter>;
  /** When the tag was last changed. */
  readonly updatedAt?: InputMaybe<DateTimeFilter>;
};

/** One thing to order tags by. What is equal in it is put in order by the next one, and in the end by the registry's own id. */
export type TagOrder = {
  /** Which way. */
  readonly direction?: OrderDirection;
  /** What to order by. */
  readonly field: TagOrderField;
  /** Which field of the additional data: with `ADDITIONAL_DATA` only, and needed there. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
};

/** What tags can be ordered by. */
export type TagOrderField =
  /** When the tag was added to the registry. */
  | 'ADDED_AT'
  /** A field of the additional data, by number for an item of type `NUMBER` and by text otherwise. Needs `identifier`. */
  | 'ADDITIONAL_DATA'
  /** Whether the tag is activated. */
  | 'IS_ACTIVE'
  /** The name, as people read it: runs of digits by their value, accents and letter case last. */
  | 'NAME'
  /** How well a tag matches `search`: names before the rest, whole words before parts. `BAD_USER_INPUT` without a search. */
  | 'RELEVANCE'
  /** The registry's own id, as people read it. */
  | 'TAG_ID'
  /** The kind of tag. */
  | 'TYPE'
  /** When the tag was last changed. */
  | 'UPDATED_AT';

/** A tag that was found by its UID. */
export type TagUidMatch = {
  readonly __typename?: 'TagUidMatch';
  /** How the tag's id spells the UID that was asked for. */
  readonly spelling: UidSpelling;
  /** The tag. */
  readonly tag: Tag;
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
  /** The terminals with their cursors, in the registry's order unless the list is searched or ordered. */
  readonly edges: ReadonlyArray<TerminalEdge>;
  /**
   * How many terminals there are by their values in each of these, up to 20; what a filter's side panel shows. The list then comes
   * from a snapshot. Costs no REST call beside the snapshot's.
   */
  readonly facets: Maybe<ReadonlyArray<Facet>>;
  /** The terminals without their cursors; null for one that could not be read, with an error that says why. */
  readonly nodes: ReadonlyArray<Maybe<Terminal>>;
  /** Where this page stands in the list. */
  readonly pageInfo: PageInfo;
  /** When the snapshot was read that the list comes from; null for a list without `filter`, `search` and `orderBy`, which is read anew. */
  readonly snapshotAt: Maybe<Scalars['DateTime']['output']>;
  /** How many terminals the list has, on all its pages: exact, or null with an error. */
  readonly totalCount: Maybe<Scalars['Int']['output']>;
};


/** A page of the project's terminals. */
export type TerminalConnectionFacetsArgs = {
  by: ReadonlyArray<TerminalFacet>;
};

/** A terminal with its place in the list. */
export type TerminalEdge = {
  readonly __typename?: 'TerminalEdge';
  /** The place in the list, for `after` and `before`. It stays good while other terminals come and go. */
  readonly cursor: Scalars['String']['output'];
  /** The terminal; null when it could not be read, with an error that says why. */
  readonly node: Maybe<Terminal>;
};

/** What to count terminals by. */
export type TerminalFacet = {
  /** For numbers: the limits between the ranges to count by, ascending, up to 100. Without it each value is counted by itself. */
  readonly bounds?: InputMaybe<ReadonlyArray<Scalars['Float']['input']>>;
  /** The field. */
  readonly field: TerminalFacetField;
  /** How many values to tell, the most frequent first. */
  readonly first?: Scalars['Int']['input'];
  /** Which of the additional data; with `ADDITIONAL_DATA` only, and needed there. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
};

/** What terminals are counted by. */
export type TerminalFacetField =
  /** One of the additional data, named by `identifier`. */
  | 'ADDITIONAL_DATA'
  /** Whether the terminal may replace an old tag. */
  | 'CAN_CHANGE_CHIP'
  /** Whether the terminal may add a new tag. */
  | 'CAN_INSERT_CHIP'
  /** The form that is shown after a tag is tapped. */
  | 'FORM_IDENTIFIER'
  /** Whether the terminal is activated. */
  | 'IS_ACTIVE'
  /** The terminal's model. */
  | 'MODEL'
  /** The platform. */
  | 'PLATFORM'
  /** The version of the platform. */
  | 'PLATFORM_VERSION';

/**
 * Which terminals a list is to have: those for which all that is given holds. `{}` holds for every terminal. A variable that is
 * left out leaves its field out: `{ name: { eq: $x } }` without `x` holds for every terminal. Null is no value of any field:
 * `BAD_USER_INPUT`.
 */
export type TerminalFilter = {
  /** When the terminal was added to the registry. */
  readonly addedAt?: InputMaybe<DateTimeFilter>;
  /** Conditions on the additional data, each on one of its fields; all must hold. */
  readonly additionalData?: InputMaybe<ReadonlyArray<AdditionalDataFilter>>;
  /** All of these hold; `[]` holds for every terminal. `and`, `or` and `not` may be ten within one another. */
  readonly and?: InputMaybe<ReadonlyArray<TerminalFilter>>;
  /** Whether the terminal may replace a tag by another. */
  readonly canChangeChip?: InputMaybe<BooleanFilter>;
  /** Whether the terminal may add tags to the project. */
  readonly canInsertChip?: InputMaybe<BooleanFilter>;
  /** What somebody wrote about the terminal. */
  readonly description?: InputMaybe<TextFilter>;
  /** The form that is shown after a tag was tapped. */
  readonly formIdentifier?: InputMaybe<TextFilter>;
  /** The International Mobile Equipment Identity. */
  readonly imei?: InputMaybe<TextFilter>;
  /** Whether the terminal is activated. */
  readonly isActive?: InputMaybe<BooleanFilter>;
  /** The model. */
  readonly model?: InputMaybe<TextFilter>;
  /** The terminal's name. */
  readonly name?: InputMaybe<TextFilter>;
  /** This does not hold. A comparison with null is false, so that its `not` holds for null. */
  readonly not?: InputMaybe<TerminalFilter>;
  /** At least one of these holds; `[]` holds for none. */
  readonly or?: InputMaybe<ReadonlyArray<TerminalFilter>>;
  /** The platform that is installed. */
  readonly platform?: InputMaybe<TextFilter>;
  /** The version of the platform. */
  readonly platformVersion?: InputMaybe<TextFilter>;
  /** The registry's own id, as text. */
  readonly terminalId?: InputMaybe<TextFilter>;
  /** When the terminal was last changed. */
  readonly updatedAt?: InputMaybe<DateTimeFilter>;
  /** The universally unique identifier. */
  readonly uuid?: InputMaybe<TextFilter>;
};

/** One thing to order terminals by. What is equal in it is put in order by the next one, and in the end by the registry's own id. */
export type TerminalOrder = {
  /** Which way. */
  readonly direction?: OrderDirection;
  /** What to order by. */
  readonly field: TerminalOrderField;
  /** Which field of the additional data: with `ADDITIONAL_DATA` only, and needed there. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
};

/** What terminals can be ordered by. */
export type TerminalOrderField =
  /** When the terminal was added to the registry. */
  | 'ADDED_AT'
  /** A field of the additional data, by number for an item of type `NUMBER` and by text otherwise. Needs `identifier`. */
  | 'ADDITIONAL_DATA'
  /** Whether the terminal is activated. */
  | 'IS_ACTIVE'
  /** The model. */
  | 'MODEL'
  /** The name, as people read it: runs of digits by their value, accents and letter case last. */
  | 'NAME'
  /** The platform that is installed. */
  | 'PLATFORM'
  /** The version of the platform, runs of digits by their value. */
  | 'PLATFORM_VERSION'
  /** How well a terminal matches `search`: names before the rest, whole words before parts. `BAD_USER_INPUT` without a search. */
  | 'RELEVANCE'
  /** The registry's own id, by number. */
  | 'TERMINAL_ID'
  /** When the terminal was last changed. */
  | 'UPDATED_AT';

/**
 * Comparisons with a text; all that are given must hold. Letter case and accents count, but for `contains` and `startsWith`.
 * No text is null: a missing one, and a value that cannot be read as text. Empty text is not null.
 */
export type TextFilter = {
  /** Has this text within, whatever the letter case and accents: `cafe` finds `Café`. */
  readonly contains?: InputMaybe<Scalars['String']['input']>;
  /** Is exactly this text. */
  readonly eq?: InputMaybe<Scalars['String']['input']>;
  /** Is one of these texts; `[]` holds for none. */
  readonly in?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** `true`: is null. `false`: is not null. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Is not exactly this text; null is not either. */
  readonly ne?: InputMaybe<Scalars['String']['input']>;
  /** Is none of these texts; null is none of them. */
  readonly notIn?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Begins with this text, whatever the letter case and accents. */
  readonly startsWith?: InputMaybe<Scalars['String']['input']>;
};

/** How a UID that was asked for relates to a tag's id. */
export type UidSpelling =
  /** One of the two is the other as a decimal number. */
  | 'DECIMAL'
  /** The same bytes in reverse order. */
  | 'REVERSED'
  /** One of the two is the other with its bytes reversed, as a decimal number. */
  | 'REVERSED_DECIMAL'
  /** The same bytes in the same order. */
  | 'SAME';



export type ResolverTypeWrapper<T> = Promise<T | Error | null> | T | Error;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

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
  AdditionalDataFilter: AdditionalDataFilter;
  AdditionalDataItem: ResolverTypeWrapper<ItemRecord>;
  AdditionalDataItemType: AdditionalDataItemType;
  AdditionalDataStructure: ResolverTypeWrapper<StructureRecord>;
  AdditionalDataSubject: AdditionalDataSubject;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BooleanFilter: BooleanFilter;
  Change: ResolverTypeWrapper<Told>;
  ChangeKind: ChangeKind;
  DataQualityCode: DataQualityCode;
  DataQualityConnection: ResolverTypeWrapper<IssuePage>;
  DataQualityCount: ResolverTypeWrapper<DataQualityCount>;
  DataQualityEdge: ResolverTypeWrapper<IssueEdge>;
  DataQualityIssue: ResolverTypeWrapper<Issue>;
  DataQualitySeverity: DataQualitySeverity;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DateTimeFilter: DateTimeFilter;
  Facet: ResolverTypeWrapper<FacetParent>;
  FacetValue: ResolverTypeWrapper<FacetEntry>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NumberFilter: NumberFilter;
  OrderDirection: OrderDirection;
  PageInfo: ResolverTypeWrapper<PageInfoParent>;
  Project: ResolverTypeWrapper<ProjectParent>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Tag: ResolverTypeWrapper<TagRecord>;
  TagConnection: ResolverTypeWrapper<TagConnectionParent>;
  TagEdge: ResolverTypeWrapper<TagEdgeParent>;
  TagFacet: TagFacet;
  TagFacetField: TagFacetField;
  TagFilter: TagFilter;
  TagOrder: TagOrder;
  TagOrderField: TagOrderField;
  TagUidMatch: ResolverTypeWrapper<FoundTag>;
  Terminal: ResolverTypeWrapper<TerminalRecord>;
  TerminalConnection: ResolverTypeWrapper<TerminalConnectionParent>;
  TerminalEdge: ResolverTypeWrapper<TerminalEdgeParent>;
  TerminalFacet: TerminalFacet;
  TerminalFacetField: TerminalFacetField;
  TerminalFilter: TerminalFilter;
  TerminalOrder: TerminalOrder;
  TerminalOrderField: TerminalOrderField;
  TextFilter: TextFilter;
  UidSpelling: UidSpelling;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AdditionalDataField: AdditionalDataFieldParent;
  AdditionalDataFilter: AdditionalDataFilter;
  AdditionalDataItem: ItemRecord;
  AdditionalDataStructure: StructureRecord;
  Boolean: Scalars['Boolean']['output'];
  BooleanFilter: BooleanFilter;
  Change: Told;
  DataQualityConnection: IssuePage;
  DataQualityCount: DataQualityCount;
  DataQualityEdge: IssueEdge;
  DataQualityIssue: Issue;
  DateTime: Scalars['DateTime']['output'];
  DateTimeFilter: DateTimeFilter;
  Facet: FacetParent;
  FacetValue: FacetEntry;
  Float: Scalars['Float']['output'];
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  JSON: Scalars['JSON']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NumberFilter: NumberFilter;
  PageInfo: PageInfoParent;
  Project: ProjectParent;
  Query: Record<PropertyKey, never>;
  SafeInt: Scalars['SafeInt']['output'];
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  Tag: TagRecord;
  TagConnection: TagConnectionParent;
  TagEdge: TagEdgeParent;
  TagFacet: TagFacet;
  TagFilter: TagFilter;
  TagOrder: TagOrder;
  TagUidMatch: FoundTag;
  Terminal: TerminalRecord;
  TerminalConnection: TerminalConnectionParent;
  TerminalEdge: TerminalEdgeParent;
  TerminalFacet: TerminalFacet;
  TerminalFilter: TerminalFilter;
  TerminalOrder: TerminalOrder;
  TextFilter: TextFilter;
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
  uiSchema: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  updatedAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ChangeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Change'] = ResolversParentTypes['Change']> = {
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fields: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  id: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind: Resolver<ResolversTypes['ChangeKind'], ParentType, ContextType>;
  node: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
};

export type DataQualityConnectionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['DataQualityConnection'] = ResolversParentTypes['DataQualityConnection']> = {
  counts: Resolver<ReadonlyArray<ResolversTypes['DataQualityCount']>, ParentType, ContextType>;
  edges: Resolver<ReadonlyArray<ResolversTypes['DataQualityEdge']>, ParentType, ContextType>;
  nodes: Resolver<ReadonlyArray<ResolversTypes['DataQualityIssue']>, ParentType, ContextType>;
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  snapshotAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  totalCount: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type DataQualityCountResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['DataQualityCount'] = ResolversParentTypes['DataQualityCount']> = {
  code: Resolver<ResolversTypes['DataQualityCode'], ParentType, ContextType>;
  count: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  severity: Resolver<ResolversTypes['DataQualitySeverity'], ParentType, ContextType>;
};

export type DataQualityEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['DataQualityEdge'] = ResolversParentTypes['DataQualityEdge']> = {
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node: Resolver<ResolversTypes['DataQualityIssue'], ParentType, ContextType>;
};

export type DataQualityIssueResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['DataQualityIssue'] = ResolversParentTypes['DataQualityIssue']> = {
  code: Resolver<ResolversTypes['DataQualityCode'], ParentType, ContextType>;
  identifier: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  severity: Resolver<ResolversTypes['DataQualitySeverity'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type FacetResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Facet'] = ResolversParentTypes['Facet']> = {
  field: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  identifier: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nullCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  otherCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  values: Resolver<ReadonlyArray<ResolversTypes['FacetValue']>, ParentType, ContextType>;
};

export type FacetValueResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['FacetValue'] = ResolversParentTypes['FacetValue']> = {
  count: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  from: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  selected: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  to: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  value: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

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
  dataQuality: Resolver<Maybe<ResolversTypes['DataQualityConnection']>, ParentType, ContextType, RequireFields<ProjectDataQualityArgs, 'of'>>;
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
  tagsByUid?: Resolver<Maybe<ReadonlyArray<ResolversTypes['TagUidMatch']>>, ParentType, ContextType, RequireFields<QueryTagsByUidArgs, 'uid'>>;
  terminal?: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType, RequireFields<QueryTerminalArgs, 'id'>>;
  terminalByImei?: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType, RequireFields<QueryTerminalByImeiArgs, 'imei'>>;
  terminalByUuid?: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType, RequireFields<QueryTerminalByUuidArgs, 'uuid'>>;
  terminals?: Resolver<Maybe<ResolversTypes['TerminalConnection']>, ParentType, ContextType, Partial<QueryTerminalsArgs>>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export type SubscriptionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  changes?: SubscriptionResolver<ResolversTypes['Change'], "changes", ParentType, ContextType, Partial<SubscriptionChangesArgs>>;
};

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
  facets: Resolver<Maybe<ReadonlyArray<ResolversTypes['Facet']>>, ParentType, ContextType, RequireFields<TagConnectionFacetsArgs, 'by'>>;
  nodes: Resolver<ReadonlyArray<Maybe<ResolversTypes['Tag']>>, ParentType, ContextType>;
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  snapshotAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  totalCount: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type TagEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TagEdge'] = ResolversParentTypes['TagEdge']> = {
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType>;
};

export type TagUidMatchResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TagUidMatch'] = ResolversParentTypes['TagUidMatch']> = {
  spelling: Resolver<ResolversTypes['UidSpelling'], ParentType, ContextType>;
  tag: Resolver<ResolversTypes['Tag'], ParentType, ContextType>;
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
  facets: Resolver<Maybe<ReadonlyArray<ResolversTypes['Facet']>>, ParentType, ContextType, RequireFields<TerminalConnectionFacetsArgs, 'by'>>;
  nodes: Resolver<ReadonlyArray<Maybe<ResolversTypes['Terminal']>>, ParentType, ContextType>;
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  snapshotAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
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
  Change: ChangeResolvers<ContextType>;
  DataQualityConnection: DataQualityConnectionResolvers<ContextType>;
  DataQualityCount: DataQualityCountResolvers<ContextType>;
  DataQualityEdge: DataQualityEdgeResolvers<ContextType>;
  DataQualityIssue: DataQualityIssueResolvers<ContextType>;
  DateTime: GraphQLScalarType;
  Facet: FacetResolvers<ContextType>;
  FacetValue: FacetValueResolvers<ContextType>;
  JSON: GraphQLScalarType;
  JSONObject: GraphQLScalarType;
  Node: NodeResolvers<ContextType>;
  PageInfo: PageInfoResolvers<ContextType>;
  Project: ProjectResolvers<ContextType>;
  Query: QueryResolvers<ContextType>;
  SafeInt: GraphQLScalarType;
  Subscription: SubscriptionResolvers<ContextType>;
  Tag: TagResolvers<ContextType>;
  TagConnection: TagConnectionResolvers<ContextType>;
  TagEdge: TagEdgeResolvers<ContextType>;
  TagUidMatch: TagUidMatchResolvers<ContextType>;
  Terminal: TerminalResolvers<ContextType>;
  TerminalConnection: TerminalConnectionResolvers<ContextType>;
  TerminalEdge: TerminalEdgeResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = GatewayContext> = {
  semanticNonNull: SemanticNonNullDirectiveResolver<any, any, ContextType>;
};
