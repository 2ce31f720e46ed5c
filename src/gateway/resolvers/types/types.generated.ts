import type { Resolve as ResolverFn } from '../../../execution/plan.ts';
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { FieldSelection as GraphQLResolveInfo } from '../../../execution/plan.ts';
import type { PageInfoParent, ProjectParent, TagConnectionParent, TagEdgeParent, TerminalConnectionParent, TerminalEdgeParent, AdditionalDataFieldParent } from './parents.ts';
import type { TagRecord, TerminalRecord, StructureRecord, ItemRecord } from '../../../registry-client/records.ts';
import type { FoundTag, UidLookUp } from '../search/look-up/look-up.ts';
import type { ChangeEvent } from '../../list/changes/change.ts';
import type { FacetParent } from '../search/facets.ts';
import type { FacetEntry } from '../../../search/facets/facet.ts';
import type { IssuePage, IssueEdge, Issue } from '../quality/issue-page.ts';
import type { GatewayContext } from '../request/context.ts';
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
  /** A point in time as an RFC 3339 string in UTC, such as `2026-03-01T09:30:00.000Z`. */
  DateTime: { input: string; output: string; }
  /** Any JSON value: string, number, boolean, list, object or null. */
  JSON: { input: unknown; output: unknown; }
  /** A JSON object, whose keys this schema does not define. */
  JSONObject: { input: Readonly<Record<string, unknown>>; output: Readonly<Record<string, unknown>>; }
  /** A whole number of up to 53 bits, which fits into a JSON number without loss. */
  SafeInt: { input: number; output: number; }
};

/** A field of a record's additional data, and the item of the structure that defines it. */
export type AdditionalDataField = {
  readonly __typename?: 'AdditionalDataField';
  /** The value as true or false, as the filter `boolean` reads it: also `1`, `0`, and strings that spell one. Null for anything else. */
  readonly boolean: Maybe<Scalars['Boolean']['output']>;
  /** The value as a date, as the filter `date` reads it: a day is its first instant in UTC. Null for anything else. */
  readonly date: Maybe<Scalars['DateTime']['output']>;
  /** The item's identifier, or the key in the record if no item defines the field. */
  readonly identifier: Scalars['String']['output'];
  /** The item of the structure; null for a key that the structure does not define. */
  readonly item: Maybe<AdditionalDataItem>;
  /** The value as a number, as the filter `number` reads it: also a string that spells one. Null for anything else. */
  readonly number: Maybe<Scalars['Float']['output']>;
  /** The tag that the value names. Null if there is none, or if the gateway's setting `ADDITIONAL_DATA_LINKS` has no link from this identifier to tags. */
  readonly tag: Maybe<Tag>;
  /** The terminal that the value names. Null if there is none, or if the gateway's setting `ADDITIONAL_DATA_LINKS` has no link from this identifier to terminals. */
  readonly terminal: Maybe<Terminal>;
  /** The value as text, as the filter `text` reads it: also numbers and booleans. Null for anything else. */
  readonly text: Maybe<Scalars['String']['output']>;
  /** The record's value; null if it has none. */
  readonly value: Maybe<Scalars['JSON']['output']>;
};

/**
 * A condition on one field of the additional data: the `identifier`, and exactly one of `text`, `number`, `boolean`, `date`, `tag`,
 * `terminal` and `isNull`. A comparison that does not fit the item's type is `BAD_USER_INPUT`. An identifier that neither the structure nor any record has
 * adds `UNKNOWN_IDENTIFIER` to `extensions.warnings`.
 */
export type AdditionalDataFilter = {
  /** Compares the value as true or false. For items of type `UNKNOWN`, and for keys without an item. */
  readonly boolean?: InputMaybe<BooleanFilter>;
  /**
   * Compares the value as a date: text such as `2026-03-01`, `2026-03-01 09:30` or `2026-03-01T09:30:00+01:00`. A day is its first instant
   * in UTC, so what was due before today is `within: { to: "-P1D" }`, and a time without an offset is in UTC. Digits beyond
   * milliseconds do not count. Nothing else is a date, such as `1.3.2026`: then `isNull: true` matches. For items of type `TEXTBOX`, `TEXTAREA`, `SELECTBOX` and
   * `UNKNOWN`, and for keys without an item.
   */
  readonly date?: InputMaybe<DateTimeFilter>;
  /** The key in the additional data, or the identifier of an item of the structure, as `additionalDataField` takes it. */
  readonly identifier: Scalars['String']['input'];
  /** `true`: there is no value, or it is null. `false`: there is any other value. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Compares the value as a number. For items of type `NUMBER` and `UNKNOWN`, and for keys without an item. */
  readonly number?: InputMaybe<NumberFilter>;
  /**
   * The value names a tag, and the tag matches. `{}`: the value names a tag that exists. The identifier must be a link to tags in the
   * gateway's setting `ADDITIONAL_DATA_LINKS`. Reads a snapshot of the tags.
   */
  readonly tag?: InputMaybe<TagFilter>;
  /**
   * The value names a terminal, and the terminal matches. `{}`: the value names a terminal that exists. The identifier must be a link to
   * terminals in the gateway's setting `ADDITIONAL_DATA_LINKS`. Reads a snapshot of the terminals.
   */
  readonly terminal?: InputMaybe<TerminalFilter>;
  /** Compares the value as text. For items of type `TEXTBOX`, `TEXTAREA`, `SELECTBOX`, `IMAGE` and `UNKNOWN`, and for keys without an item. */
  readonly text?: InputMaybe<TextFilter>;
};

/** One item of a structure, like a field of a form. */
export type AdditionalDataItem = {
  readonly __typename?: 'AdditionalDataItem';
  /** The options to choose from; null unless the type is `SELECTBOX`. */
  readonly enum: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The item's identifier: its key in a record's additional data. */
  readonly identifier: Maybe<Scalars['String']['output']>;
  /** The item's name, to show to people. */
  readonly name: Maybe<Scalars['String']['output']>;
  /** The kind of input, as the registry spells it. */
  readonly rawType: Maybe<Scalars['String']['output']>;
  /** Whether the item must be filled in when a record is registered. */
  readonly setViaApp: Maybe<Scalars['Boolean']['output']>;
  /** The kind of input. */
  readonly type: AdditionalDataItemType;
};

/** The kind of input that an item takes. */
export type AdditionalDataItemType =
  /** An image. The value is its URL. */
  | 'IMAGE'
  /** A number. */
  | 'NUMBER'
  /** A choice among the options in `enum`. */
  | 'SELECTBOX'
  /** Several lines of text. */
  | 'TEXTAREA'
  /** A single line of text. */
  | 'TEXTBOX'
  /** A kind that this schema does not know. `rawType` has the registry's name for it. */
  | 'UNKNOWN';

/** The structure of the additional data of a project's tags, or of its terminals. Think of it as a form that the project defined. */
export type AdditionalDataStructure = {
  readonly __typename?: 'AdditionalDataStructure';
  /** The items, in the order that the project gave them. */
  readonly items: Maybe<ReadonlyArray<AdditionalDataItem>>;
  /**
   * A JSON Schema (2020-12) for a record's additional data, for forms and validation. It accepts data whose keys are the items' identifiers
   * if and only if `dataQuality` finds nothing wrong with the values. Additional data that is null counts as `{}`.
   */
  readonly jsonSchema: Maybe<Scalars['JSONObject']['output']>;
  /** When the structure was last changed: the registry's own integer, which `updatedAt` shows as a time. */
  readonly lastUpdate: Maybe<Scalars['SafeInt']['output']>;
  /** Whose additional data this describes. */
  readonly of: AdditionalDataSubject;
  /** Tells react-jsonschema-form how to render `jsonSchema`: the order of the items, and the input for each. Pass it as `uiSchema`. */
  readonly uiSchema: Maybe<Scalars['JSONObject']['output']>;
  /** When the structure was last changed; null if the unit of `lastUpdate` is unknown. */
  readonly updatedAt: Maybe<Scalars['DateTime']['output']>;
};

/** A kind of record: tags or terminals. */
export type AdditionalDataSubject =
  /** The tags of the project. */
  | 'TAG'
  /** The terminals of the project. */
  | 'TERMINAL';

/** Comparisons with true or false. All given comparisons must match. `true`, `false`, `1` and `0` count as booleans, even as strings. */
export type BooleanFilter = {
  /** Is this value. */
  readonly eq?: InputMaybe<Scalars['Boolean']['input']>;
  /** `true`: is null, or not a boolean. `false`: is a boolean. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A unit of the calendar, in UTC. */
export type CalendarUnit =
  /** A day. */
  | 'DAY'
  /** A month. */
  | 'MONTH'
  /** Three months, from January, April, July or October on. */
  | 'QUARTER'
  /** A week, from Monday on. */
  | 'WEEK'
  /** A year. */
  | 'YEAR';

/** A change of a record, or a reset of the subscription. */
export type Change = {
  readonly __typename?: 'Change';
  /** The cursor of this change. Pass it as `after`, unchanged, to resume here without missing anything. */
  readonly cursor: Scalars['String']['output'];
  /** The names of the fields whose values changed; null unless `kind` is `CHANGED`. */
  readonly fields: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The global id of the record; null for `RESET`. */
  readonly id: Maybe<Scalars['ID']['output']>;
  /** What happened. */
  readonly kind: ChangeKind;
  /** The record as it is now; null if it is gone, and for `RESET`. The record itself costs no REST call, but some of its fields may. */
  readonly node: Maybe<Node>;
};

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

/** What is wrong with a record. */
export type DataQualityCode =
  /** The imei is not 15 digits with the right check digit. */
  | 'BAD_IMEI'
  /** The uuid is not a valid UUID. */
  | 'BAD_UUID'
  /** A value names no record, although the gateway's setting `ADDITIONAL_DATA_LINKS` says that it should. */
  | 'DANGLING_LINK'
  /** Another terminal has the same imei. */
  | 'DUPLICATE_IMEI'
  /** Another tag has the same UID, perhaps in another letter case, with other separators, or in the other byte order. */
  | 'DUPLICATE_UID'
  /** Another terminal has the same uuid. */
  | 'DUPLICATE_UUID'
  /** An item that must be filled in has no value. Null and the empty string do not count as values. */
  | 'MISSING_VALUE'
  /** The value of a `SELECTBOX` is not one of its options. */
  | 'NOT_AN_OPTION'
  /** The value of a `NUMBER` is not a number. */
  | 'NOT_A_NUMBER'
  /** The value of an `IMAGE` is not an absolute http or https URL. */
  | 'NOT_A_URL'
  /** A time is more than a day in the future. */
  | 'TIME_IN_FUTURE'
  /** The additional data has a key that the structure does not define. */
  | 'UNKNOWN_KEY'
  /** The value of a field has the wrong type. If you select the field, it is null with an error. */
  | 'UNREADABLE_FIELD'
  /** The record was changed before it was added. */
  | 'UPDATED_BEFORE_ADDED';

/** A page of the issues of tags, or of terminals. */
export type DataQualityConnection = {
  readonly __typename?: 'DataQualityConnection';
  /** How many issues each code has on all pages, in the order of `DataQualityCode`. Codes without issues are left out. If a list could not be read whole, there may be more (see `tags`). */
  readonly counts: ReadonlyArray<DataQualityCount>;
  /** The issues with their cursors, sorted by record in the registry's order, then by code, then by identifier. */
  readonly edges: ReadonlyArray<DataQualityEdge>;
  /** The issues without their cursors. */
  readonly nodes: ReadonlyArray<DataQualityIssue>;
  /** Whether there are issues before and after this page. */
  readonly pageInfo: PageInfo;
  /** When the records were read. */
  readonly snapshotAt: Maybe<Scalars['DateTime']['output']>;
  /** How many issues there are on all pages: exact, or null with an error. */
  readonly totalCount: Maybe<Scalars['Int']['output']>;
};

/** A code, and how many issues have it. */
export type DataQualityCount = {
  readonly __typename?: 'DataQualityCount';
  /** The code. */
  readonly code: DataQualityCode;
  /** How many issues have it. */
  readonly count: Scalars['Int']['output'];
  /** How serious its issues are. */
  readonly severity: DataQualitySeverity;
};

/** An issue, and the cursor of its place in the list. */
export type DataQualityEdge = {
  readonly __typename?: 'DataQualityEdge';
  /** The cursor, for `after` and `before`. Pass it unchanged. */
  readonly cursor: Scalars['String']['output'];
  /** The issue. */
  readonly node: DataQualityIssue;
};

/** One thing that is wrong with one record. */
export type DataQualityIssue = {
  readonly __typename?: 'DataQualityIssue';
  /** What is wrong. */
  readonly code: DataQualityCode;
  /** Where it is wrong: an item's identifier, a key in the additional data, or the name of a field in this schema. */
  readonly identifier: Maybe<Scalars['String']['output']>;
  /** What is wrong, in a sentence. */
  readonly message: Scalars['String']['output'];
  /** The record. */
  readonly node: Maybe<Node>;
  /** How serious it is. */
  readonly severity: DataQualitySeverity;
};

/** How serious an issue is. */
export type DataQualitySeverity =
  /** The record is wrong: programs that read it may fail. */
  | 'ERROR'
  /** The record is probably wrong. */
  | 'WARNING';

/** Comparisons with a point in time. All given comparisons must match. */
export type DateTimeFilter = {
  /** Is later than this. */
  readonly gt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is this or later. */
  readonly gte?: InputMaybe<Scalars['DateTime']['input']>;
  /** `true`: is null, an integer in an unknown unit or, in additional data, no date. `false`: is a time. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Is earlier than this. */
  readonly lt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is this or earlier. */
  readonly lte?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is within a span of time that moves with now. */
  readonly within?: InputMaybe<WithinFilter>;
};

/** How many of the filtered records have each value of a field. The filter's conditions on that same field are ignored, except within `or` and `not`. */
export type Facet = {
  readonly __typename?: 'Facet';
  /** The field, by its name in `TagFacetField` or `TerminalFacetField`. */
  readonly field: Scalars['String']['output'];
  /** Which field of the additional data; null unless `field` is `ADDITIONAL_DATA`. */
  readonly identifier: Maybe<Scalars['String']['output']>;
  /** How many records have no value, or one that cannot be read. */
  readonly nullCount: Scalars['Int']['output'];
  /**
   * The least, the greatest, the sum and the mean of the numbers of the records that the facet counts, so also without the filter's
   * conditions on that same field. For items of type `NUMBER` and `UNKNOWN`, and for keys without an item; null for anything else.
   */
  readonly numbers: Maybe<NumberStatistics>;
  /** How many records have a value that is not among `values`. */
  readonly otherCount: Scalars['Int']['output'];
  /** The most frequent values, then any others that the filter selects. With `bounds` or `every`, all ranges in their order. */
  readonly values: ReadonlyArray<FacetValue>;
};

/** A value, or a range of values, and how many records have it. */
export type FacetValue = {
  readonly __typename?: 'FacetValue';
  /** The value as true or false, as the filter `boolean` reads it. Null for anything else, and for a range. */
  readonly boolean: Maybe<Scalars['Boolean']['output']>;
  /** How many records have it. */
  readonly count: Scalars['Int']['output'];
  /** The value as a date, as the filter `date` reads it: a day is its first instant in UTC. Null for anything else, and for a range. */
  readonly date: Maybe<Scalars['DateTime']['output']>;
  /** Lower bound, inclusive; null for the first range, and for a single value. */
  readonly from: Maybe<Scalars['Float']['output']>;
  /** When a range of time begins: the first instant in it. Null for anything else. */
  readonly fromAt: Maybe<Scalars['DateTime']['output']>;
  /** The value as a number, as the filter `number` reads it. Null for anything else, and for a range. */
  readonly number: Maybe<Scalars['Float']['output']>;
  /** Whether the filter selects this value or range. */
  readonly selected: Scalars['Boolean']['output'];
  /** The value as text, as the filter `text` reads it; null for a range. */
  readonly text: Maybe<Scalars['String']['output']>;
  /** Upper bound, exclusive; null for the last range, and for a single value. */
  readonly to: Maybe<Scalars['Float']['output']>;
  /** When a range of time ends: the first instant after it. Null for anything else, and for the end of the year 9999. */
  readonly toAt: Maybe<Scalars['DateTime']['output']>;
  /** The value, as a filter takes it; null for a range. */
  readonly value: Maybe<Scalars['JSON']['output']>;
};

/**
 * A condition on the tags whose additional data names a record. `{}`: there is at least one. `some` and `none` must both hold if both are
 * given. Conditions on linked records may be within one another twice in a filter: `tag`, `terminal`, `linkedTags` and `linkedTerminals` each
 * count as one step. If the tags cannot be read whole, the filter fails.
 */
export type LinkedTagsFilter = {
  /** Only links by this identifier of the additional data, one of the gateway's setting `ADDITIONAL_DATA_LINKS`. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
  /** No linked tag matches. Also holds where there is none. `{}`: there is no linked tag. */
  readonly none?: InputMaybe<TagFilter>;
  /** At least one linked tag matches. `{}`: there is a linked tag. */
  readonly some?: InputMaybe<TagFilter>;
};

/**
 * A condition on the terminals whose additional data names a record. `{}`: there is at least one. `some` and `none` must both hold if both are
 * given. Conditions on linked records may be within one another twice in a filter: `tag`, `terminal`, `linkedTags` and `linkedTerminals` each
 * count as one step. If the terminals cannot be read whole, the filter fails.
 */
export type LinkedTerminalsFilter = {
  /** Only links by this identifier of the additional data, one of the gateway's setting `ADDITIONAL_DATA_LINKS`. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
  /** No linked terminal matches. Also holds where there is none. `{}`: there is no linked terminal. */
  readonly none?: InputMaybe<TerminalFilter>;
  /** At least one linked terminal matches. `{}`: there is a linked terminal. */
  readonly some?: InputMaybe<TerminalFilter>;
};

/** What can be fetched again by its global id: a record, or the project. */
export type Node = {
  /** The global id: opaque, and unique within the project of the key. */
  readonly id: Scalars['ID']['output'];
};

/** Comparisons with a number. All given comparisons must match. A string that spells a number counts as one: `"1e3"`, but not `"1,5"`. */
export type NumberFilter = {
  /** Is this number. */
  readonly eq?: InputMaybe<Scalars['Float']['input']>;
  /** Is greater than this number. */
  readonly gt?: InputMaybe<Scalars['Float']['input']>;
  /** Is this number or greater. */
  readonly gte?: InputMaybe<Scalars['Float']['input']>;
  /** Is one of these numbers. `[]` matches nothing. */
  readonly in?: InputMaybe<ReadonlyArray<Scalars['Float']['input']>>;
  /** `true`: is null, or not a number. `false`: is a number. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Is less than this number. */
  readonly lt?: InputMaybe<Scalars['Float']['input']>;
  /** Is this number or less. */
  readonly lte?: InputMaybe<Scalars['Float']['input']>;
  /** Is not this number. Also matches null. */
  readonly ne?: InputMaybe<Scalars['Float']['input']>;
  /** Is none of these numbers. Also matches null. */
  readonly notIn?: InputMaybe<ReadonlyArray<Scalars['Float']['input']>>;
};

/** What some numbers have in common. Twelve digits of the sum and the mean may be relied on, unless nearly all of the sum cancels out. */
export type NumberStatistics = {
  readonly __typename?: 'NumberStatistics';
  /** How many records have a number. */
  readonly count: Scalars['Int']['output'];
  /** The greatest number; null if there is none. */
  readonly max: Maybe<Scalars['Float']['output']>;
  /** The mean; null if the sum is. */
  readonly mean: Maybe<Scalars['Float']['output']>;
  /** The least number; null if there is none. */
  readonly min: Maybe<Scalars['Float']['output']>;
  /** The sum; null if there is no number, or if adding them up leaves the range of floating point. */
  readonly sum: Maybe<Scalars['Float']['output']>;
};

/** The direction of sorting. Records without a value come last in both directions. */
export type OrderDirection =
  /** From A to Z, from small to large, from early to late, from `false` to `true`, or from the best match to the worst. */
  | 'ASC'
  /** The reverse: from Z to A, from large to small, and so on. */
  | 'DESC';

/** Whether the list continues before and after a page, and the cursors with which to continue. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** The cursor of the last edge; null if the page is empty. Pass it as `after` to get the next page. */
  readonly endCursor: Maybe<Scalars['String']['output']>;
  /** Whether the list has more edges after this page. Exact, whichever way you page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether the list has more edges before this page. Exact, whichever way you page. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first edge; null if the page is empty. Pass it as `before` to get the previous page. */
  readonly startCursor: Maybe<Scalars['String']['output']>;
};

/** The project of the caller's key. */
export type Project = Node & {
  readonly __typename?: 'Project';
  /** The structure of the additional data, like `Query.additionalDataStructure`. */
  readonly additionalDataStructure: Maybe<AdditionalDataStructure>;
  /**
   * What is wrong with the project's tags, or with its terminals: values that are missing or do not fit the structure, impossible
   * times, duplicates, links to no record. Reads a snapshot of the list (see `tags`), and of the other list if links lead to it.
   */
  readonly dataQuality: Maybe<DataQualityConnection>;
  /** The global id, for `node` and a client's cache. It is the same for every project, because each key has one. Costs no REST call. */
  readonly id: Scalars['ID']['output'];
  /** The project's id, read from one of its records; null if the project has no records. Costs at most two REST calls, and none if the query reads a record anyway. */
  readonly projectId: Maybe<Scalars['ID']['output']>;
  /** The project's tags, like `Query.tags`. */
  readonly tags: Maybe<TagConnection>;
  /** The project's terminals, like `Query.terminals`. */
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
  offset: InputMaybe<Scalars['Int']['input']>;
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
  offset: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TerminalOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};

/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type Query = {
  readonly __typename?: 'Query';
  /** The structure of the additional data of the project's tags, or of its terminals; null if none is defined. Costs one REST call. */
  readonly additionalDataStructure: Maybe<AdditionalDataStructure>;
  /** The tag, terminal or project with this global id; null if there is none. Costs at most one REST call. */
  readonly node: Maybe<Node>;
  /** The records with these global ids, in the same order; null for an id without a record. Many ids may cost far fewer REST calls than one each. */
  readonly nodes: ReadonlyArray<Maybe<Node>>;
  /** The project of the caller's key. */
  readonly project: Maybe<Project>;
  /** A tag by its id; null if the project has no such tag. Costs at most one REST call. */
  readonly tag: Maybe<Tag>;
  /**
   * The project's tags, in the registry's order. Without `first` and `last` you get the first 100. As a rule, a page costs one REST
   * call. With `filter`, `search`, `orderBy` or `facets` the list comes from a snapshot: a copy of the whole list, which all callers
   * with this key share for a while. Reading it costs about one REST call for every 1,000 records, and one for the structure. Using
   * it costs at most one small call.
   *
   * The snapshot has every record that was in the list all the time while it was read. If the list could not be read whole, `extensions.warnings` says so
   * with the code `LIST_INCOMPLETE`: records may be missing, `totalCount` is null with an error, and other counts are of the records
   * that were read.
   */
  readonly tags: Maybe<TagConnection>;
  /**
   * The tags with this UID, however it is spelled; `[]` if there is none, or null with an error if the list could not be read whole.
   * If a tag's id is exactly this string, only that tag is returned, for one REST call. Otherwise the UID is looked up in a snapshot
   * of the tags.
   */
  readonly tagsByUid: Maybe<ReadonlyArray<TagUidMatch>>;
  /**
   * The tags with each of these UIDs, however they are spelled, as a stocktake needs them: one entry for each string, in the order given. They are
   * looked up in a snapshot of the tags. Once it is there, all of them together cost one small REST call. If the tags could not be read whole and
   * one is not found, the field is null with an error.
   */
  readonly tagsByUids: Maybe<ReadonlyArray<TagUidLookUp>>;
  /** A terminal by its id; null if the project has no such terminal. Costs at most one REST call. */
  readonly terminal: Maybe<Terminal>;
  /** The terminal with this imei, the first if there are several; null if there is none, or with an error if the list could not be read whole. It is looked up in a snapshot of the terminals. */
  readonly terminalByImei: Maybe<Terminal>;
  /** The terminal with this uuid, the first if there are several; null if there is none, or with an error if the list could not be read whole. It is looked up in a snapshot of the terminals. */
  readonly terminalByUuid: Maybe<Terminal>;
  /**
   * The project's terminals, in the registry's order. Without `first` and `last` you get the first 100. As a rule, a page costs one REST
   * call. With `filter`, `search`, `orderBy` or `facets` the list comes from a snapshot: a copy of the whole list, which all callers
   * with this key share for a while. Reading it costs about one REST call for every 1,000 records, and one for the structure. Using
   * it costs at most one small call. If the list could not be read whole, the response says so, as for `tags`.
   */
  readonly terminals: Maybe<TerminalConnection>;
  /**
   * All terminals with this imei, in the registry's order; `[]` if there is none, or null with an error if the list could not be read whole. They
   * are looked up in a snapshot of the terminals. Once it is there, this costs one small REST call.
   */
  readonly terminalsByImei: Maybe<ReadonlyArray<Terminal>>;
  /**
   * All terminals with this uuid, in the registry's order; `[]` if there is none, or null with an error if the list could not be read whole. They
   * are looked up in a snapshot of the terminals. Once it is there, this costs one small REST call.
   */
  readonly terminalsByUuid: Maybe<ReadonlyArray<Terminal>>;
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryAdditionalDataStructureArgs = {
  of: AdditionalDataSubject;
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryNodesArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTagArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTagsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  filter: InputMaybe<TagFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  offset: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TagOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTagsByUidArgs = {
  uid: Scalars['String']['input'];
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTagsByUidsArgs = {
  uids: ReadonlyArray<Scalars['String']['input']>;
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalByImeiArgs = {
  imei: Scalars['String']['input'];
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalByUuidArgs = {
  uuid: Scalars['String']['input'];
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  filter: InputMaybe<TerminalFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  offset: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TerminalOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalsByImeiArgs = {
  imei: Scalars['String']['input'];
};


/**
 * What the caller's key may read. Every field needs the key in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.
 * Without the key, the field fails with the error `UNAUTHENTICATED`.
 */
export type QueryTerminalsByUuidArgs = {
  uuid: Scalars['String']['input'];
};

/**
 * Events that the gateway sends, as Server-Sent Events (`Accept: text/event-stream`) or with Apollo's multipart protocol
 * (`Accept: multipart/mixed;subscriptionSpec=1.0`). Like a query, a subscription needs the key.
 */
export type Subscription = {
  readonly __typename?: 'Subscription';
  /**
   * The changes in the project's lists. The gateway finds them by reading the lists repeatedly, once for all subscriptions with the same key.
   * The first event is a `RESET`: read your lists then. With `after`, the events continue after that cursor instead.
   */
  readonly changes: Change;
};


/**
 * Events that the gateway sends, as Server-Sent Events (`Accept: text/event-stream`) or with Apollo's multipart protocol
 * (`Accept: multipart/mixed;subscriptionSpec=1.0`). Like a query, a subscription needs the key.
 */
export type SubscriptionChangesArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  of: InputMaybe<ReadonlyArray<AdditionalDataSubject>>;
};

/** An NFC tag of the project. */
export type Tag = Node & {
  readonly __typename?: 'Tag';
  /** When the tag was added to the registry; null if the unit of `addedWhen` is unknown. */
  readonly addedAt: Maybe<Scalars['DateTime']['output']>;
  /** When the tag was added to the registry: the registry's own integer, which `addedAt` shows as a time. */
  readonly addedWhen: Maybe<Scalars['SafeInt']['output']>;
  /** The additional data, as the registry has it; null if there is none. */
  readonly additionalData: Maybe<Scalars['JSONObject']['output']>;
  /** One field of the additional data. Its `value` is null if the tag has none. If the tag has no such key, or you select `item`, the structure is read as well: one REST call for the whole request. */
  readonly additionalDataField: Maybe<AdditionalDataField>;
  /** The fields of the additional data: one for each item of the structure, in its order, then one for each other key of this tag. Reading the structure costs one REST call for the whole request. */
  readonly additionalDataFields: Maybe<ReadonlyArray<AdditionalDataField>>;
  /** The tag's description. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The global id, for `node`, `nodes` and a client's cache. */
  readonly id: Scalars['ID']['output'];
  /** Whether the tag is activated. */
  readonly isActive: Maybe<Scalars['Boolean']['output']>;
  /** When the tag was last changed: the registry's own integer, which `updatedAt` shows as a time. */
  readonly lastUpdate: Maybe<Scalars['SafeInt']['output']>;
  /**
   * The tags whose additional data names this tag: those whose `additionalDataField` has it as its `tag`. They are in the registry's order
   * unless the list is searched or sorted. The list comes from a snapshot of the tags, as with a `filter` of `Query.tags`: one small call
   * for all tags of a request, once the snapshot is there. If the gateway's setting `ADDITIONAL_DATA_LINKS` has no link from tags to
   * tags, the list is empty and `extensions.warnings` has `LINKS_NOT_CONFIGURED`.
   */
  readonly linkedTags: Maybe<TagConnection>;
  /**
   * The terminals whose additional data names this tag: those whose `additionalDataField` has it as its `tag`. They are in the registry's order
   * unless the list is searched or sorted. The list comes from a snapshot of the terminals, as with a `filter` of `Query.terminals`: one small call
   * for all tags of a request, once the snapshot is there. If the gateway's setting `ADDITIONAL_DATA_LINKS` has no link from terminals to
   * tags, the list is empty and `extensions.warnings` has `LINKS_NOT_CONFIGURED`.
   */
  readonly linkedTerminals: Maybe<TerminalConnection>;
  /** The tag's name. */
  readonly name: Maybe<Scalars['String']['output']>;
  /** The project that the tag is used for: the project that the caller's key belongs to. */
  readonly project: Maybe<Project>;
  /** The id of the project that the tag is used for. */
  readonly projectId: Maybe<Scalars['ID']['output']>;
  /** The registry's own id, unique among the project's tags. */
  readonly tagId: Scalars['ID']['output'];
  /** The kind of tag, as the registry names it. So far, there are only NFC tags. */
  readonly type: Maybe<Scalars['String']['output']>;
  /** When the tag was last changed; null if the unit of `lastUpdate` is unknown. */
  readonly updatedAt: Maybe<Scalars['DateTime']['output']>;
};


/** An NFC tag of the project. */
export type TagAdditionalDataArgs = {
  identifiers: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


/** An NFC tag of the project. */
export type TagAdditionalDataFieldArgs = {
  identifier: Scalars['String']['input'];
};


/** An NFC tag of the project. */
export type TagLinkedTagsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  filter: InputMaybe<TagFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  identifier: InputMaybe<Scalars['String']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  offset: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TagOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};


/** An NFC tag of the project. */
export type TagLinkedTerminalsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  filter: InputMaybe<TerminalFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  identifier: InputMaybe<Scalars['String']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  offset: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TerminalOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};

/** A page of the project's tags. */
export type TagConnection = {
  readonly __typename?: 'TagConnection';
  /** The tags with their cursors, in the registry's order unless the list is searched or sorted. */
  readonly edges: ReadonlyArray<TagEdge>;
  /**
   * How many tags have each value of these fields, to show next to search results. At most 20 facets. The list then comes from
   * a snapshot. The facets themselves cost no REST call.
   */
  readonly facets: Maybe<ReadonlyArray<Facet>>;
  /** The tags without their cursors. A tag that could not be read is null, with an error that says why. */
  readonly nodes: ReadonlyArray<Maybe<Tag>>;
  /** Whether there are tags before and after this page. */
  readonly pageInfo: PageInfo;
  /** When the list's snapshot was read; null for a list that uses none of `filter`, `search`, `orderBy` and `facets`, unless it is a list of linked records. */
  readonly snapshotAt: Maybe<Scalars['DateTime']['output']>;
  /** How many tags the list has on all pages: exact, or null with an error. */
  readonly totalCount: Maybe<Scalars['Int']['output']>;
};


/** A page of the project's tags. */
export type TagConnectionFacetsArgs = {
  by: ReadonlyArray<TagFacet>;
};

/** A tag, and the cursor of its place in the list. */
export type TagEdge = {
  readonly __typename?: 'TagEdge';
  /** The cursor, for `after` and `before`. It stays valid while other tags come and go. */
  readonly cursor: Scalars['String']['output'];
  /** The tag; null if it could not be read, with an error that says why. */
  readonly node: Maybe<Tag>;
};

/** A field to count tags by. */
export type TagFacet = {
  /** Counts numbers in ranges that these bounds separate: at most 100 bounds, in ascending order. Without `bounds`, each value is counted separately. */
  readonly bounds?: InputMaybe<ReadonlyArray<Scalars['Float']['input']>>;
  /**
   * Counts times by whole days, weeks, months, quarters or years in UTC: all from the first to the last that has a record, at most 400. For
   * `ADDED_AT`, `UPDATED_AT`, and dates in the additional data, as the filter `date` reads them. Not together with `bounds`.
   */
  readonly every?: InputMaybe<CalendarUnit>;
  /** The field. */
  readonly field: TagFacetField;
  /** How many values to return, the most frequent first. Ranges are all returned. */
  readonly first?: Scalars['Int']['input'];
  /** With `every`: only ranges that overlap the time from here on. Records outside the ranges count in `otherCount`. */
  readonly fromAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Which field of the additional data. Required with `ADDITIONAL_DATA`, and allowed only there. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
  /** With `every`: only ranges that overlap the time before this. */
  readonly toAt?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What tags can be counted by. */
export type TagFacetField =
  /** When the tag was added to the registry. Requires `every`. */
  | 'ADDED_AT'
  /** A field of the additional data, named by `identifier`. */
  | 'ADDITIONAL_DATA'
  /** Whether the tag is activated. */
  | 'IS_ACTIVE'
  /** The kind of tag. */
  | 'TYPE'
  /** When the tag was last changed. Requires `every`. */
  | 'UPDATED_AT';

/**
 * Selects the tags that match all given conditions. `{}` selects every tag. If a variable is not given, its condition
 * is left out: `{ name: { eq: $x } }` without `x` selects every tag. A condition that is null is `BAD_USER_INPUT`.
 */
export type TagFilter = {
  /** When the tag was added to the registry. */
  readonly addedAt?: InputMaybe<DateTimeFilter>;
  /** Conditions on fields of the additional data. All must match. */
  readonly additionalData?: InputMaybe<ReadonlyArray<AdditionalDataFilter>>;
  /** All of these match. `[]` matches every tag. `and`, `or` and `not` may nest ten levels deep. */
  readonly and?: InputMaybe<ReadonlyArray<TagFilter>>;
  /** The tag's description. */
  readonly description?: InputMaybe<TextFilter>;
  /** Whether the tag is activated. */
  readonly isActive?: InputMaybe<BooleanFilter>;
  /** Conditions on the tags whose additional data names this tag. Reads a snapshot of the tags. */
  readonly linkedTags?: InputMaybe<LinkedTagsFilter>;
  /** Conditions on the terminals whose additional data names this tag. Reads a snapshot of the terminals. */
  readonly linkedTerminals?: InputMaybe<LinkedTerminalsFilter>;
  /** The tag's name. */
  readonly name?: InputMaybe<TextFilter>;
  /** This does not match. For example, `not: { name: { contains: "spare" } }` selects all other tags, including those without a name. */
  readonly not?: InputMaybe<TagFilter>;
  /** At least one of these matches. `[]` matches no tag. */
  readonly or?: InputMaybe<ReadonlyArray<TagFilter>>;
  /** The registry's own id. */
  readonly tagId?: InputMaybe<TextFilter>;
  /** The kind of tag, as the registry names it. */
  readonly type?: InputMaybe<TextFilter>;
  /** When the tag was last changed. */
  readonly updatedAt?: InputMaybe<DateTimeFilter>;
};

/** What to sort tags by. Ties are broken by the next entry, and finally by the registry's own id. */
export type TagOrder = {
  /** The direction. */
  readonly direction?: OrderDirection;
  /** The field. */
  readonly field: TagOrderField;
  /** Which field of the additional data. Required with `ADDITIONAL_DATA`, and allowed only there. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
};

/** What tags can be sorted by. */
export type TagOrderField =
  /** When the tag was added to the registry. */
  | 'ADDED_AT'
  /** A field of the additional data: as numbers if the item's type is `NUMBER`, otherwise as text. Requires `identifier`. */
  | 'ADDITIONAL_DATA'
  /** Whether the tag is activated. */
  | 'IS_ACTIVE'
  /** The name, in natural order: `item 2` before `item 10`. Letter case and accents decide only between names that are otherwise equal. */
  | 'NAME'
  /** How well a tag matches `search`: matches in names before all others, and whole words before parts. Requires `search`. */
  | 'RELEVANCE'
  /** The registry's own id, in natural order like the name. */
  | 'TAG_ID'
  /** The kind of tag. */
  | 'TYPE'
  /** When the tag was last changed. */
  | 'UPDATED_AT';

/** What was found for one of several UIDs. */
export type TagUidLookUp = {
  readonly __typename?: 'TagUidLookUp';
  /** The tags with this UID, the closest spelling first; `[]` if there is none. A tag whose id is exactly this string is the only one. */
  readonly matches: ReadonlyArray<TagUidMatch>;
  /** The UID, as you gave it. */
  readonly uid: Scalars['String']['output'];
};

/** A tag that was found by its UID. */
export type TagUidMatch = {
  readonly __typename?: 'TagUidMatch';
  /** How the tag's id compares with the UID. */
  readonly spelling: UidSpelling;
  /** The tag. */
  readonly tag: Tag;
};

/** A device that reads the project's tags. */
export type Terminal = Node & {
  readonly __typename?: 'Terminal';
  /** When the terminal was added to the registry; null if the unit of `addedWhen` is unknown. */
  readonly addedAt: Maybe<Scalars['DateTime']['output']>;
  /** When the terminal was added to the registry: the registry's own integer, which `addedAt` shows as a time. */
  readonly addedWhen: Maybe<Scalars['SafeInt']['output']>;
  /** The additional data, as the registry has it; null if there is none. */
  readonly additionalData: Maybe<Scalars['JSONObject']['output']>;
  /** One field of the additional data. Its `value` is null if the terminal has none. If the terminal has no such key, or you select `item`, the structure is read as well: one REST call for the whole request. */
  readonly additionalDataField: Maybe<AdditionalDataField>;
  /** The fields of the additional data: one for each item of the structure, in its order, then one for each other key of this terminal. Reading the structure costs one REST call for the whole request. */
  readonly additionalDataFields: Maybe<ReadonlyArray<AdditionalDataField>>;
  /** Whether the terminal may replace an old tag with a new one. The registry's documentation says that this is not implemented yet. */
  readonly canChangeChip: Maybe<Scalars['Boolean']['output']>;
  /** Whether the terminal may add new tags to the project. */
  readonly canInsertChip: Maybe<Scalars['Boolean']['output']>;
  /** The terminal's description. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The identifier of the form that the terminal shows after a tag is tapped. */
  readonly formIdentifier: Maybe<Scalars['String']['output']>;
  /** The global id, for `node`, `nodes` and a client's cache. */
  readonly id: Scalars['ID']['output'];
  /** The International Mobile Equipment Identity, if the device has one. */
  readonly imei: Maybe<Scalars['String']['output']>;
  /** Whether the terminal is activated. */
  readonly isActive: Maybe<Scalars['Boolean']['output']>;
  /** When the terminal was last changed: the registry's own integer, which `updatedAt` shows as a time. */
  readonly lastUpdate: Maybe<Scalars['SafeInt']['output']>;
  /**
   * The tags whose additional data names this terminal: those whose `additionalDataField` has it as its `terminal`. They are in the registry's order
   * unless the list is searched or sorted. The list comes from a snapshot of the tags, as with a `filter` of `Query.tags`: one small call
   * for all terminals of a request, once the snapshot is there, and one more if a link goes by uuid or imei. If the gateway's setting `ADDITIONAL_DATA_LINKS` has no link from tags to
   * terminals, the list is empty and `extensions.warnings` has `LINKS_NOT_CONFIGURED`.
   */
  readonly linkedTags: Maybe<TagConnection>;
  /**
   * The terminals whose additional data names this terminal: those whose `additionalDataField` has it as its `terminal`. They are in the registry's order
   * unless the list is searched or sorted. The list comes from a snapshot of the terminals, as with a `filter` of `Query.terminals`: one small call
   * for all terminals of a request, once the snapshot is there, and one more if a link goes by uuid or imei. If the gateway's setting `ADDITIONAL_DATA_LINKS` has no link from terminals to
   * terminals, the list is empty and `extensions.warnings` has `LINKS_NOT_CONFIGURED`.
   */
  readonly linkedTerminals: Maybe<TerminalConnection>;
  /** The terminal's model. */
  readonly model: Maybe<Scalars['String']['output']>;
  /** The terminal's name. */
  readonly name: Maybe<Scalars['String']['output']>;
  /** The platform installed on the terminal. */
  readonly platform: Maybe<Scalars['String']['output']>;
  /** The version of that platform. */
  readonly platformVersion: Maybe<Scalars['String']['output']>;
  /** The project that the terminal is used in: the project that the caller's key belongs to. */
  readonly project: Maybe<Project>;
  /** The id of the project that the terminal is used in. */
  readonly projectId: Maybe<Scalars['ID']['output']>;
  /** The registry's own id, unique among the project's terminals: a whole number as a string. */
  readonly terminalId: Scalars['ID']['output'];
  /** When the terminal was last changed; null if the unit of `lastUpdate` is unknown. */
  readonly updatedAt: Maybe<Scalars['DateTime']['output']>;
  /** The terminal's universally unique identifier. */
  readonly uuid: Maybe<Scalars['String']['output']>;
};


/** A device that reads the project's tags. */
export type TerminalAdditionalDataArgs = {
  identifiers: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


/** A device that reads the project's tags. */
export type TerminalAdditionalDataFieldArgs = {
  identifier: Scalars['String']['input'];
};


/** A device that reads the project's tags. */
export type TerminalLinkedTagsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  filter: InputMaybe<TagFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  identifier: InputMaybe<Scalars['String']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  offset: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TagOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};


/** A device that reads the project's tags. */
export type TerminalLinkedTerminalsArgs = {
  after: InputMaybe<Scalars['String']['input']>;
  before: InputMaybe<Scalars['String']['input']>;
  filter: InputMaybe<TerminalFilter>;
  first: InputMaybe<Scalars['Int']['input']>;
  identifier: InputMaybe<Scalars['String']['input']>;
  last: InputMaybe<Scalars['Int']['input']>;
  offset: InputMaybe<Scalars['Int']['input']>;
  orderBy: InputMaybe<ReadonlyArray<TerminalOrder>>;
  search: InputMaybe<Scalars['String']['input']>;
};

/** A page of the project's terminals. */
export type TerminalConnection = {
  readonly __typename?: 'TerminalConnection';
  /** The terminals with their cursors, in the registry's order unless the list is searched or sorted. */
  readonly edges: ReadonlyArray<TerminalEdge>;
  /**
   * How many terminals have each value of these fields, to show next to search results. At most 20 facets. The list then comes from
   * a snapshot. The facets themselves cost no REST call.
   */
  readonly facets: Maybe<ReadonlyArray<Facet>>;
  /** The terminals without their cursors. A terminal that could not be read is null, with an error that says why. */
  readonly nodes: ReadonlyArray<Maybe<Terminal>>;
  /** Whether there are terminals before and after this page. */
  readonly pageInfo: PageInfo;
  /** When the list's snapshot was read; null for a list that uses none of `filter`, `search`, `orderBy` and `facets`, unless it is a list of linked records. */
  readonly snapshotAt: Maybe<Scalars['DateTime']['output']>;
  /** How many terminals the list has on all pages: exact, or null with an error. */
  readonly totalCount: Maybe<Scalars['Int']['output']>;
};


/** A page of the project's terminals. */
export type TerminalConnectionFacetsArgs = {
  by: ReadonlyArray<TerminalFacet>;
};

/** A terminal, and the cursor of its place in the list. */
export type TerminalEdge = {
  readonly __typename?: 'TerminalEdge';
  /** The cursor, for `after` and `before`. It stays valid while other terminals come and go. */
  readonly cursor: Scalars['String']['output'];
  /** The terminal; null if it could not be read, with an error that says why. */
  readonly node: Maybe<Terminal>;
};

/** A field to count terminals by. */
export type TerminalFacet = {
  /** Counts numbers in ranges that these bounds separate: at most 100 bounds, in ascending order. Without `bounds`, each value is counted separately. */
  readonly bounds?: InputMaybe<ReadonlyArray<Scalars['Float']['input']>>;
  /**
   * Counts times by whole days, weeks, months, quarters or years in UTC: all from the first to the last that has a record, at most 400. For
   * `ADDED_AT`, `UPDATED_AT`, and dates in the additional data, as the filter `date` reads them. Not together with `bounds`.
   */
  readonly every?: InputMaybe<CalendarUnit>;
  /** The field. */
  readonly field: TerminalFacetField;
  /** How many values to return, the most frequent first. Ranges are all returned. */
  readonly first?: Scalars['Int']['input'];
  /** With `every`: only ranges that overlap the time from here on. Records outside the ranges count in `otherCount`. */
  readonly fromAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Which field of the additional data. Required with `ADDITIONAL_DATA`, and allowed only there. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
  /** With `every`: only ranges that overlap the time before this. */
  readonly toAt?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What terminals can be counted by. */
export type TerminalFacetField =
  /** When the terminal was added to the registry. Requires `every`. */
  | 'ADDED_AT'
  /** A field of the additional data, named by `identifier`. */
  | 'ADDITIONAL_DATA'
  /** Whether the terminal may replace an old tag with a new one. */
  | 'CAN_CHANGE_CHIP'
  /** Whether the terminal may add new tags to the project. */
  | 'CAN_INSERT_CHIP'
  /** The identifier of the form that is shown after a tag is tapped. */
  | 'FORM_IDENTIFIER'
  /** Whether the terminal is activated. */
  | 'IS_ACTIVE'
  /** The terminal's model. */
  | 'MODEL'
  /** The platform. */
  | 'PLATFORM'
  /** The version of the platform. */
  | 'PLATFORM_VERSION'
  /** When the terminal was last changed. Requires `every`. */
  | 'UPDATED_AT';

/**
 * Selects the terminals that match all given conditions. `{}` selects every terminal. If a variable is not given, its
 * condition is left out: `{ name: { eq: $x } }` without `x` selects every terminal. A condition that is null is `BAD_USER_INPUT`.
 */
export type TerminalFilter = {
  /** When the terminal was added to the registry. */
  readonly addedAt?: InputMaybe<DateTimeFilter>;
  /** Conditions on fields of the additional data. All must match. */
  readonly additionalData?: InputMaybe<ReadonlyArray<AdditionalDataFilter>>;
  /** All of these match. `[]` matches every terminal. `and`, `or` and `not` may nest ten levels deep. */
  readonly and?: InputMaybe<ReadonlyArray<TerminalFilter>>;
  /** Whether the terminal may replace an old tag with a new one. */
  readonly canChangeChip?: InputMaybe<BooleanFilter>;
  /** Whether the terminal may add new tags to the project. */
  readonly canInsertChip?: InputMaybe<BooleanFilter>;
  /** The terminal's description. */
  readonly description?: InputMaybe<TextFilter>;
  /** The identifier of the form that is shown after a tag is tapped. */
  readonly formIdentifier?: InputMaybe<TextFilter>;
  /** The International Mobile Equipment Identity. */
  readonly imei?: InputMaybe<TextFilter>;
  /** Whether the terminal is activated. */
  readonly isActive?: InputMaybe<BooleanFilter>;
  /** Conditions on the tags whose additional data names this terminal. Reads a snapshot of the tags. */
  readonly linkedTags?: InputMaybe<LinkedTagsFilter>;
  /** Conditions on the terminals whose additional data names this terminal. Reads a snapshot of the terminals. */
  readonly linkedTerminals?: InputMaybe<LinkedTerminalsFilter>;
  /** The model. */
  readonly model?: InputMaybe<TextFilter>;
  /** The terminal's name. */
  readonly name?: InputMaybe<TextFilter>;
  /** This does not match. For example, `not: { name: { contains: "spare" } }` selects all other terminals, including those without a name. */
  readonly not?: InputMaybe<TerminalFilter>;
  /** At least one of these matches. `[]` matches no terminal. */
  readonly or?: InputMaybe<ReadonlyArray<TerminalFilter>>;
  /** The installed platform. */
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

/** What to sort terminals by. Ties are broken by the next entry, and finally by the registry's own id. */
export type TerminalOrder = {
  /** The direction. */
  readonly direction?: OrderDirection;
  /** The field. */
  readonly field: TerminalOrderField;
  /** Which field of the additional data. Required with `ADDITIONAL_DATA`, and allowed only there. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
};

/** What terminals can be sorted by. */
export type TerminalOrderField =
  /** When the terminal was added to the registry. */
  | 'ADDED_AT'
  /** A field of the additional data: as numbers if the item's type is `NUMBER`, otherwise as text. Requires `identifier`. */
  | 'ADDITIONAL_DATA'
  /** Whether the terminal is activated. */
  | 'IS_ACTIVE'
  /** The model. */
  | 'MODEL'
  /** The name, in natural order: `item 2` before `item 10`. Letter case and accents decide only between names that are otherwise equal. */
  | 'NAME'
  /** The installed platform. */
  | 'PLATFORM'
  /** The version of the platform, in natural order: `9.1` before `10.0`. */
  | 'PLATFORM_VERSION'
  /** How well a terminal matches `search`: matches in names before all others, and whole words before parts. Requires `search`. */
  | 'RELEVANCE'
  /** The registry's own id, by number. */
  | 'TERMINAL_ID'
  /** When the terminal was last changed. */
  | 'UPDATED_AT';

/**
 * Comparisons with text. All given comparisons must match. Only `contains` and `startsWith` ignore letter case and accents.
 * A missing value counts as null, and so does one that cannot be read as text. An empty string does not.
 */
export type TextFilter = {
  /** Contains this text. Letter case and accents do not matter: `cafe` finds `Café`. */
  readonly contains?: InputMaybe<Scalars['String']['input']>;
  /** Is exactly this text. */
  readonly eq?: InputMaybe<Scalars['String']['input']>;
  /** Is one of these strings. `[]` matches nothing. */
  readonly in?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** `true`: is null. `false`: is not null. */
  readonly isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Is not exactly this text. Also matches null. */
  readonly ne?: InputMaybe<Scalars['String']['input']>;
  /** Is none of these strings. Also matches null. */
  readonly notIn?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Begins with this text. Letter case and accents do not matter. */
  readonly startsWith?: InputMaybe<Scalars['String']['input']>;
};

/** How a tag's id compares with the UID that you asked for. */
export type UidSpelling =
  /** The same bytes in the same order, but one of the two is written as a decimal number. */
  | 'DECIMAL'
  /** The same bytes in reverse order. */
  | 'REVERSED'
  /** The same bytes in reverse order, and one of the two is written as a decimal number. */
  | 'REVERSED_DECIMAL'
  /** The same bytes in the same order. */
  | 'SAME';

/**
 * A span of time from now, which is when the request began: `from`, `to` or both, each an ISO 8601 duration: `P30D` (in 30 days), `-P1M`
 * (a month ago), `PT12H`, `P1Y2M3DT4H5M6.5S`, `P2W` (weeks stand alone), `PT0S` (now). Years and months are those of the calendar in UTC; where
 * the day is missing in its month, the last one is taken. If `from` is after `to`, nothing matches. If the only variable is not given, no
 * bound is left: `BAD_USER_INPUT`.
 */
export type WithinFilter = {
  /** Is this long after now, or later. With a minus: before now. */
  readonly from?: InputMaybe<Scalars['String']['input']>;
  /** Is earlier than this long after now. With a minus: before now. */
  readonly to?: InputMaybe<Scalars['String']['input']>;
};



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
    | ( ProjectParent )
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
  CalendarUnit: CalendarUnit;
  Change: ResolverTypeWrapper<ChangeEvent>;
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
  LinkedTagsFilter: LinkedTagsFilter;
  LinkedTerminalsFilter: LinkedTerminalsFilter;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NumberFilter: NumberFilter;
  NumberStatistics: ResolverTypeWrapper<NumberStatistics>;
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
  TagUidLookUp: ResolverTypeWrapper<UidLookUp>;
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
  WithinFilter: WithinFilter;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AdditionalDataField: AdditionalDataFieldParent;
  AdditionalDataFilter: AdditionalDataFilter;
  AdditionalDataItem: ItemRecord;
  AdditionalDataStructure: StructureRecord;
  Boolean: Scalars['Boolean']['output'];
  BooleanFilter: BooleanFilter;
  Change: ChangeEvent;
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
  LinkedTagsFilter: LinkedTagsFilter;
  LinkedTerminalsFilter: LinkedTerminalsFilter;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NumberFilter: NumberFilter;
  NumberStatistics: NumberStatistics;
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
  TagUidLookUp: UidLookUp;
  TagUidMatch: FoundTag;
  Terminal: TerminalRecord;
  TerminalConnection: TerminalConnectionParent;
  TerminalEdge: TerminalEdgeParent;
  TerminalFacet: TerminalFacet;
  TerminalFilter: TerminalFilter;
  TerminalOrder: TerminalOrder;
  TextFilter: TextFilter;
  WithinFilter: WithinFilter;
};

export type SemanticNonNullDirectiveArgs = {
  levels?: Maybe<ReadonlyArray<Maybe<Scalars['Int']['input']>>>;
};

export type SemanticNonNullDirectiveResolver<Result, Parent, ContextType = GatewayContext, Args = SemanticNonNullDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type AdditionalDataFieldResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AdditionalDataField'] = ResolversParentTypes['AdditionalDataField']> = {
  boolean: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  date: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  identifier: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  item: Resolver<Maybe<ResolversTypes['AdditionalDataItem']>, ParentType, ContextType>;
  number: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  tag: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType>;
  terminal: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType>;
  text: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  numbers: Resolver<Maybe<ResolversTypes['NumberStatistics']>, ParentType, ContextType>;
  otherCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  values: Resolver<ReadonlyArray<ResolversTypes['FacetValue']>, ParentType, ContextType>;
};

export type FacetValueResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['FacetValue'] = ResolversParentTypes['FacetValue']> = {
  boolean: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  count: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  date: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  from: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  fromAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  number: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  selected: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  text: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  to: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  toAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  value: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type NodeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Project' | 'Tag' | 'Terminal', ParentType, ContextType>;
};

export type NumberStatisticsResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['NumberStatistics'] = ResolversParentTypes['NumberStatistics']> = {
  count: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  max: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  mean: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  min: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  sum: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
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
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  projectId: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  tags: Resolver<Maybe<ResolversTypes['TagConnection']>, ParentType, ContextType, Partial<ProjectTagsArgs>>;
  terminals: Resolver<Maybe<ResolversTypes['TerminalConnection']>, ParentType, ContextType, Partial<ProjectTerminalsArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type QueryResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  additionalDataStructure?: Resolver<Maybe<ResolversTypes['AdditionalDataStructure']>, ParentType, ContextType, RequireFields<QueryAdditionalDataStructureArgs, 'of'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  tag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType, RequireFields<QueryTagArgs, 'id'>>;
  tags?: Resolver<Maybe<ResolversTypes['TagConnection']>, ParentType, ContextType, Partial<QueryTagsArgs>>;
  tagsByUid?: Resolver<Maybe<ReadonlyArray<ResolversTypes['TagUidMatch']>>, ParentType, ContextType, RequireFields<QueryTagsByUidArgs, 'uid'>>;
  tagsByUids?: Resolver<Maybe<ReadonlyArray<ResolversTypes['TagUidLookUp']>>, ParentType, ContextType, RequireFields<QueryTagsByUidsArgs, 'uids'>>;
  terminal?: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType, RequireFields<QueryTerminalArgs, 'id'>>;
  terminalByImei?: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType, RequireFields<QueryTerminalByImeiArgs, 'imei'>>;
  terminalByUuid?: Resolver<Maybe<ResolversTypes['Terminal']>, ParentType, ContextType, RequireFields<QueryTerminalByUuidArgs, 'uuid'>>;
  terminals?: Resolver<Maybe<ResolversTypes['TerminalConnection']>, ParentType, ContextType, Partial<QueryTerminalsArgs>>;
  terminalsByImei?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Terminal']>>, ParentType, ContextType, RequireFields<QueryTerminalsByImeiArgs, 'imei'>>;
  terminalsByUuid?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Terminal']>>, ParentType, ContextType, RequireFields<QueryTerminalsByUuidArgs, 'uuid'>>;
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
  additionalData: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType, Partial<TagAdditionalDataArgs>>;
  additionalDataField: Resolver<Maybe<ResolversTypes['AdditionalDataField']>, ParentType, ContextType, RequireFields<TagAdditionalDataFieldArgs, 'identifier'>>;
  additionalDataFields: Resolver<Maybe<ReadonlyArray<ResolversTypes['AdditionalDataField']>>, ParentType, ContextType>;
  description: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isActive: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  lastUpdate: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  linkedTags: Resolver<Maybe<ResolversTypes['TagConnection']>, ParentType, ContextType, Partial<TagLinkedTagsArgs>>;
  linkedTerminals: Resolver<Maybe<ResolversTypes['TerminalConnection']>, ParentType, ContextType, Partial<TagLinkedTerminalsArgs>>;
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

export type TagUidLookUpResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TagUidLookUp'] = ResolversParentTypes['TagUidLookUp']> = {
  matches: Resolver<ReadonlyArray<ResolversTypes['TagUidMatch']>, ParentType, ContextType>;
  uid: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TagUidMatchResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TagUidMatch'] = ResolversParentTypes['TagUidMatch']> = {
  spelling: Resolver<ResolversTypes['UidSpelling'], ParentType, ContextType>;
  tag: Resolver<ResolversTypes['Tag'], ParentType, ContextType>;
};

export type TerminalResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Terminal'] = ResolversParentTypes['Terminal']> = {
  addedAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  addedWhen: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  additionalData: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType, Partial<TerminalAdditionalDataArgs>>;
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
  linkedTags: Resolver<Maybe<ResolversTypes['TagConnection']>, ParentType, ContextType, Partial<TerminalLinkedTagsArgs>>;
  linkedTerminals: Resolver<Maybe<ResolversTypes['TerminalConnection']>, ParentType, ContextType, Partial<TerminalLinkedTerminalsArgs>>;
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
  NumberStatistics: NumberStatisticsResolvers<ContextType>;
  PageInfo: PageInfoResolvers<ContextType>;
  Project: ProjectResolvers<ContextType>;
  Query: QueryResolvers<ContextType>;
  SafeInt: GraphQLScalarType;
  Subscription: SubscriptionResolvers<ContextType>;
  Tag: TagResolvers<ContextType>;
  TagConnection: TagConnectionResolvers<ContextType>;
  TagEdge: TagEdgeResolvers<ContextType>;
  TagUidLookUp: TagUidLookUpResolvers<ContextType>;
  TagUidMatch: TagUidMatchResolvers<ContextType>;
  Terminal: TerminalResolvers<ContextType>;
  TerminalConnection: TerminalConnectionResolvers<ContextType>;
  TerminalEdge: TerminalEdgeResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = GatewayContext> = {
  semanticNonNull: SemanticNonNullDirectiveResolver<any, any, ContextType>;
};
