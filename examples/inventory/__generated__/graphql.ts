/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/**
 * A condition on one field of the additional data: the `identifier`, and exactly one of `text`, `number`, `boolean`, `date`, `tag`,
 * `terminal` and `isNull`. A comparison that does not fit the item's type is `BAD_USER_INPUT`. An identifier that neither the structure nor any record has
 * adds `UNKNOWN_IDENTIFIER` to `extensions.warnings`.
 */
export type AdditionalDataFilter = {
  /** Compares the value as true or false. For items of type `UNKNOWN`, and for keys without an item. */
  readonly boolean?: BooleanFilter | null | undefined;
  /**
   * Compares the value as a date: text such as `2026-03-01`, `2026-03-01 09:30` or `2026-03-01T09:30:00+01:00`. A day is its first instant
   * in UTC, so what was due before today is `within: { to: "-P1D" }`, and a time without an offset is in UTC. Digits beyond
   * milliseconds do not count. Nothing else is a date, such as `1.3.2026`: then `isNull: true` matches. For items of type `TEXTBOX`, `TEXTAREA`, `SELECTBOX` and
   * `UNKNOWN`, and for keys without an item.
   */
  readonly date?: DateTimeFilter | null | undefined;
  /** The key in the additional data, or the identifier of an item of the structure, as `additionalDataField` takes it. */
  readonly identifier: string;
  /** `true`: there is no value, or it is null. `false`: there is any other value. */
  readonly isNull?: boolean | null | undefined;
  /** Compares the value as a number. For items of type `NUMBER` and `UNKNOWN`, and for keys without an item. */
  readonly number?: NumberFilter | null | undefined;
  /**
   * The value names a tag, and the tag matches. `{}`: the value names a tag that exists. The identifier must be a link to tags in the
   * gateway's setting `ADDITIONAL_DATA_LINKS`. Reads a snapshot of the tags.
   */
  readonly tag?: TagFilter | null | undefined;
  /**
   * The value names a terminal, and the terminal matches. `{}`: the value names a terminal that exists. The identifier must be a link to
   * terminals in the gateway's setting `ADDITIONAL_DATA_LINKS`. Reads a snapshot of the terminals.
   */
  readonly terminal?: TerminalFilter | null | undefined;
  /** Compares the value as text. For items of type `TEXTBOX`, `TEXTAREA`, `SELECTBOX`, `IMAGE` and `UNKNOWN`, and for keys without an item. */
  readonly text?: TextFilter | null | undefined;
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

/** A kind of record: tags or terminals. */
export type AdditionalDataSubject =
  /** The tags of the project. */
  | 'TAG'
  /** The terminals of the project. */
  | 'TERMINAL';

/** Comparisons with true or false. All given comparisons must match. `true`, `false`, `1` and `0` count as booleans, even as strings. */
export type BooleanFilter = {
  /** Is this value. */
  readonly eq?: boolean | null | undefined;
  /** `true`: is null, or not a boolean. `false`: is a boolean. */
  readonly isNull?: boolean | null | undefined;
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

/** How serious an issue is. */
export type DataQualitySeverity =
  /** The record is wrong: programs that read it may fail. */
  | 'ERROR'
  /** The record is probably wrong. */
  | 'WARNING';

/** Comparisons with a point in time. All given comparisons must match. */
export type DateTimeFilter = {
  /** Is later than this. */
  readonly gt?: string | null | undefined;
  /** Is this or later. */
  readonly gte?: string | null | undefined;
  /** `true`: is null, an integer in an unknown unit or, in additional data, no date. `false`: is a time. */
  readonly isNull?: boolean | null | undefined;
  /** Is earlier than this. */
  readonly lt?: string | null | undefined;
  /** Is this or earlier. */
  readonly lte?: string | null | undefined;
  /** Is within a span of time that moves with now. */
  readonly within?: WithinFilter | null | undefined;
};

/**
 * A condition on the tags whose additional data names a record. `{}`: there is at least one. `some` and `none` must both hold if both are
 * given. Conditions on linked records may be within one another twice in a filter: `tag`, `terminal`, `linkedTags` and `linkedTerminals` each
 * count as one step. If the tags cannot be read whole, the filter fails.
 */
export type LinkedTagsFilter = {
  /** Only links by this identifier of the additional data, one of the gateway's setting `ADDITIONAL_DATA_LINKS`. */
  readonly identifier?: string | null | undefined;
  /** No linked tag matches. Also holds where there is none. `{}`: there is no linked tag. */
  readonly none?: TagFilter | null | undefined;
  /** At least one linked tag matches. `{}`: there is a linked tag. */
  readonly some?: TagFilter | null | undefined;
};

/**
 * A condition on the terminals whose additional data names a record. `{}`: there is at least one. `some` and `none` must both hold if both are
 * given. Conditions on linked records may be within one another twice in a filter: `tag`, `terminal`, `linkedTags` and `linkedTerminals` each
 * count as one step. If the terminals cannot be read whole, the filter fails.
 */
export type LinkedTerminalsFilter = {
  /** Only links by this identifier of the additional data, one of the gateway's setting `ADDITIONAL_DATA_LINKS`. */
  readonly identifier?: string | null | undefined;
  /** No linked terminal matches. Also holds where there is none. `{}`: there is no linked terminal. */
  readonly none?: TerminalFilter | null | undefined;
  /** At least one linked terminal matches. `{}`: there is a linked terminal. */
  readonly some?: TerminalFilter | null | undefined;
};

/** Comparisons with a number. All given comparisons must match. A string that spells a number counts as one: `"1e3"`, but not `"1,5"`. */
export type NumberFilter = {
  /** Is this number. */
  readonly eq?: number | null | undefined;
  /** Is greater than this number. */
  readonly gt?: number | null | undefined;
  /** Is this number or greater. */
  readonly gte?: number | null | undefined;
  /** Is one of these numbers. `[]` matches nothing. */
  readonly in?: ReadonlyArray<number> | null | undefined;
  /** `true`: is null, or not a number. `false`: is a number. */
  readonly isNull?: boolean | null | undefined;
  /** Is less than this number. */
  readonly lt?: number | null | undefined;
  /** Is this number or less. */
  readonly lte?: number | null | undefined;
  /** Is not this number. Also matches null. */
  readonly ne?: number | null | undefined;
  /** Is none of these numbers. Also matches null. */
  readonly notIn?: ReadonlyArray<number> | null | undefined;
};

/** The direction of sorting. Records without a value come last in both directions. */
export type OrderDirection =
  /** From A to Z, from small to large, from early to late, from `false` to `true`, or from the best match to the worst. */
  | 'ASC'
  /** The reverse: from Z to A, from large to small, and so on. */
  | 'DESC';

/** Conditions on the project's own fields. All must match. */
export type TagDataFilter = {
  /** The state that the tag was last found in: good, worn, damaged or missing. */
  readonly condition?: TextFilter | null | undefined;
  /** The floor; below ground it is negative. */
  readonly floor?: NumberFilter | null | undefined;
  /** After how many days the tag is to be checked again. */
  readonly inspectionIntervalDays?: NumberFilter | null | undefined;
  /** The tag's number in the system before, which the structure does not have. */
  readonly legacyNumber?: TextFilter | null | undefined;
  /** Where in the building the tag hangs. */
  readonly location?: TextFilter | null | undefined;
  /** When the tag is to be checked next. */
  readonly nextCheck?: DateTimeFilter | null | undefined;
  /** What somebody wrote about the tag. */
  readonly notes?: TextFilter | null | undefined;
  /** The address of a photo. */
  readonly photo?: TextFilter | null | undefined;
  /** The building that the tag is in. */
  readonly site?: TextFilter | null | undefined;
  /** What kind of building it is. */
  readonly siteKind?: TextFilter | null | undefined;
  /** The terminal that looks after the tag. */
  readonly terminal?: TerminalFilter | null | undefined;
};

/** A field to count tags by. */
export type TagFacet = {
  /** Counts numbers in ranges that these bounds separate: at most 100 bounds, in ascending order. Without `bounds`, each value is counted separately. */
  readonly bounds?: ReadonlyArray<number> | null | undefined;
  /**
   * Counts times by whole days, weeks, months, quarters or years in UTC: all from the first to the last that has a record, at most 400. For
   * `ADDED_AT`, `UPDATED_AT`, and dates in the additional data, as the filter `date` reads them. Not together with `bounds`.
   */
  readonly every?: CalendarUnit | null | undefined;
  /** The field. */
  readonly field: TagFacetField;
  /** How many values to return, the most frequent first. Ranges are all returned. */
  readonly first?: number;
  /** With `every`: only ranges that overlap the time from here on. Records outside the ranges count in `otherCount`. */
  readonly fromAt?: string | null | undefined;
  /** Which field of the additional data. Required with `ADDITIONAL_DATA`, and allowed only there. */
  readonly identifier?: string | null | undefined;
  /** With `every`: only ranges that overlap the time before this. */
  readonly toAt?: string | null | undefined;
};

/** What tags can be counted by. */
export type TagFacetField =
  /** When the tag was added to the registry. Requires `every`. */
  | 'ADDED_AT'
  /** A field of the additional data, named by `identifier`. */
  | 'ADDITIONAL_DATA'
  /** The state that the tag was last found in: good, worn, damaged or missing. */
  | 'DATA_CONDITION'
  /** The floor; below ground it is negative. */
  | 'DATA_FLOOR'
  /** After how many days the tag is to be checked again. */
  | 'DATA_INSPECTION_INTERVAL_DAYS'
  /** The tag's number in the system before, which the structure does not have. */
  | 'DATA_LEGACY_NUMBER'
  /** Where in the building the tag hangs. */
  | 'DATA_LOCATION'
  /** When the tag is to be checked next. */
  | 'DATA_NEXT_CHECK'
  /** What somebody wrote about the tag. */
  | 'DATA_NOTES'
  /** The address of a photo. */
  | 'DATA_PHOTO'
  /** The building that the tag is in. */
  | 'DATA_SITE'
  /** What kind of building it is. */
  | 'DATA_SITE_KIND'
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
  readonly addedAt?: DateTimeFilter | null | undefined;
  /** Conditions on fields of the additional data. All must match. */
  readonly additionalData?: ReadonlyArray<AdditionalDataFilter> | null | undefined;
  /** All of these match. `[]` matches every tag. `and`, `or` and `not` may nest ten levels deep. */
  readonly and?: ReadonlyArray<TagFilter> | null | undefined;
  /** Conditions on the project's own fields: each is one of `additionalData` on the field's identifier. All must match. */
  readonly data?: TagDataFilter | null | undefined;
  /** The tag's description. */
  readonly description?: TextFilter | null | undefined;
  /** Whether the tag is activated. */
  readonly isActive?: BooleanFilter | null | undefined;
  /** Conditions on the tags whose additional data names this tag. Reads a snapshot of the tags. */
  readonly linkedTags?: LinkedTagsFilter | null | undefined;
  /** Conditions on the terminals whose additional data names this tag. Reads a snapshot of the terminals. */
  readonly linkedTerminals?: LinkedTerminalsFilter | null | undefined;
  /** The tag's name. */
  readonly name?: TextFilter | null | undefined;
  /** This does not match. For example, `not: { name: { contains: "spare" } }` selects all other tags, including those without a name. */
  readonly not?: TagFilter | null | undefined;
  /** At least one of these matches. `[]` matches no tag. */
  readonly or?: ReadonlyArray<TagFilter> | null | undefined;
  /** The registry's own id. */
  readonly tagId?: TextFilter | null | undefined;
  /** The kind of tag, as the registry names it. */
  readonly type?: TextFilter | null | undefined;
  /** When the tag was last changed. */
  readonly updatedAt?: DateTimeFilter | null | undefined;
};

/** What to sort tags by. Ties are broken by the next entry, and finally by the registry's own id. */
export type TagOrder = {
  /** The direction. */
  readonly direction?: OrderDirection;
  /** The field. */
  readonly field: TagOrderField;
  /** Which field of the additional data. Required with `ADDITIONAL_DATA`, and allowed only there. */
  readonly identifier?: string | null | undefined;
};

/** What tags can be sorted by. */
export type TagOrderField =
  /** When the tag was added to the registry. */
  | 'ADDED_AT'
  /** A field of the additional data: as numbers if the item's type is `NUMBER`, otherwise as text. Requires `identifier`. */
  | 'ADDITIONAL_DATA'
  /** The state that the tag was last found in: good, worn, damaged or missing. */
  | 'DATA_CONDITION'
  /** The floor; below ground it is negative. */
  | 'DATA_FLOOR'
  /** After how many days the tag is to be checked again. */
  | 'DATA_INSPECTION_INTERVAL_DAYS'
  /** The tag's number in the system before, which the structure does not have. */
  | 'DATA_LEGACY_NUMBER'
  /** Where in the building the tag hangs. */
  | 'DATA_LOCATION'
  /** When the tag is to be checked next. */
  | 'DATA_NEXT_CHECK'
  /** What somebody wrote about the tag. */
  | 'DATA_NOTES'
  /** The address of a photo. */
  | 'DATA_PHOTO'
  /** The building that the tag is in. */
  | 'DATA_SITE'
  /** What kind of building it is. */
  | 'DATA_SITE_KIND'
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

/** Conditions on the project's own fields. All must match. */
export type TerminalDataFilter = {
  /** Who uses the terminal. */
  readonly assignedTo?: TextFilter | null | undefined;
  /** How full its battery was last. */
  readonly batteryPercent?: NumberFilter | null | undefined;
  /** The building that the terminal is kept in. */
  readonly homeSite?: TextFilter | null | undefined;
  /** The tag at the place where the terminal is kept. */
  readonly homeTag?: TagFilter | null | undefined;
  /** How the terminal is mounted: handheld, wall, vehicle or desk. */
  readonly mounting?: TextFilter | null | undefined;
  /** What somebody wrote about the terminal. */
  readonly notes?: TextFilter | null | undefined;
  /** The address of a photo. */
  readonly photo?: TextFilter | null | undefined;
};

/** A field to count terminals by. */
export type TerminalFacet = {
  /** Counts numbers in ranges that these bounds separate: at most 100 bounds, in ascending order. Without `bounds`, each value is counted separately. */
  readonly bounds?: ReadonlyArray<number> | null | undefined;
  /**
   * Counts times by whole days, weeks, months, quarters or years in UTC: all from the first to the last that has a record, at most 400. For
   * `ADDED_AT`, `UPDATED_AT`, and dates in the additional data, as the filter `date` reads them. Not together with `bounds`.
   */
  readonly every?: CalendarUnit | null | undefined;
  /** The field. */
  readonly field: TerminalFacetField;
  /** How many values to return, the most frequent first. Ranges are all returned. */
  readonly first?: number;
  /** With `every`: only ranges that overlap the time from here on. Records outside the ranges count in `otherCount`. */
  readonly fromAt?: string | null | undefined;
  /** Which field of the additional data. Required with `ADDITIONAL_DATA`, and allowed only there. */
  readonly identifier?: string | null | undefined;
  /** With `every`: only ranges that overlap the time before this. */
  readonly toAt?: string | null | undefined;
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
  /** Who uses the terminal. */
  | 'DATA_ASSIGNED_TO'
  /** How full its battery was last. */
  | 'DATA_BATTERY_PERCENT'
  /** The building that the terminal is kept in. */
  | 'DATA_HOME_SITE'
  /** How the terminal is mounted: handheld, wall, vehicle or desk. */
  | 'DATA_MOUNTING'
  /** What somebody wrote about the terminal. */
  | 'DATA_NOTES'
  /** The address of a photo. */
  | 'DATA_PHOTO'
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
  readonly addedAt?: DateTimeFilter | null | undefined;
  /** Conditions on fields of the additional data. All must match. */
  readonly additionalData?: ReadonlyArray<AdditionalDataFilter> | null | undefined;
  /** All of these match. `[]` matches every terminal. `and`, `or` and `not` may nest ten levels deep. */
  readonly and?: ReadonlyArray<TerminalFilter> | null | undefined;
  /** Whether the terminal may replace an old tag with a new one. */
  readonly canChangeChip?: BooleanFilter | null | undefined;
  /** Whether the terminal may add new tags to the project. */
  readonly canInsertChip?: BooleanFilter | null | undefined;
  /** Conditions on the project's own fields: each is one of `additionalData` on the field's identifier. All must match. */
  readonly data?: TerminalDataFilter | null | undefined;
  /** The terminal's description. */
  readonly description?: TextFilter | null | undefined;
  /** The identifier of the form that is shown after a tag is tapped. */
  readonly formIdentifier?: TextFilter | null | undefined;
  /** The International Mobile Equipment Identity. */
  readonly imei?: TextFilter | null | undefined;
  /** Whether the terminal is activated. */
  readonly isActive?: BooleanFilter | null | undefined;
  /** Conditions on the tags whose additional data names this terminal. Reads a snapshot of the tags. */
  readonly linkedTags?: LinkedTagsFilter | null | undefined;
  /** Conditions on the terminals whose additional data names this terminal. Reads a snapshot of the terminals. */
  readonly linkedTerminals?: LinkedTerminalsFilter | null | undefined;
  /** The model. */
  readonly model?: TextFilter | null | undefined;
  /** The terminal's name. */
  readonly name?: TextFilter | null | undefined;
  /** This does not match. For example, `not: { name: { contains: "spare" } }` selects all other terminals, including those without a name. */
  readonly not?: TerminalFilter | null | undefined;
  /** At least one of these matches. `[]` matches no terminal. */
  readonly or?: ReadonlyArray<TerminalFilter> | null | undefined;
  /** The installed platform. */
  readonly platform?: TextFilter | null | undefined;
  /** The version of the platform. */
  readonly platformVersion?: TextFilter | null | undefined;
  /** The registry's own id, as text. */
  readonly terminalId?: TextFilter | null | undefined;
  /** When the terminal was last changed. */
  readonly updatedAt?: DateTimeFilter | null | undefined;
  /** The universally unique identifier. */
  readonly uuid?: TextFilter | null | undefined;
};

/** What to sort terminals by. Ties are broken by the next entry, and finally by the registry's own id. */
export type TerminalOrder = {
  /** The direction. */
  readonly direction?: OrderDirection;
  /** The field. */
  readonly field: TerminalOrderField;
  /** Which field of the additional data. Required with `ADDITIONAL_DATA`, and allowed only there. */
  readonly identifier?: string | null | undefined;
};

/** What terminals can be sorted by. */
export type TerminalOrderField =
  /** When the terminal was added to the registry. */
  | 'ADDED_AT'
  /** A field of the additional data: as numbers if the item's type is `NUMBER`, otherwise as text. Requires `identifier`. */
  | 'ADDITIONAL_DATA'
  /** Who uses the terminal. */
  | 'DATA_ASSIGNED_TO'
  /** How full its battery was last. */
  | 'DATA_BATTERY_PERCENT'
  /** The building that the terminal is kept in. */
  | 'DATA_HOME_SITE'
  /** How the terminal is mounted: handheld, wall, vehicle or desk. */
  | 'DATA_MOUNTING'
  /** What somebody wrote about the terminal. */
  | 'DATA_NOTES'
  /** The address of a photo. */
  | 'DATA_PHOTO'
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
  readonly contains?: string | null | undefined;
  /** Is exactly this text. */
  readonly eq?: string | null | undefined;
  /** Is one of these strings. `[]` matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** `true`: is null. `false`: is not null. */
  readonly isNull?: boolean | null | undefined;
  /** Is not exactly this text. Also matches null. */
  readonly ne?: string | null | undefined;
  /** Is none of these strings. Also matches null. */
  readonly notIn?: ReadonlyArray<string> | null | undefined;
  /** Begins with this text. Letter case and accents do not matter. */
  readonly startsWith?: string | null | undefined;
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
  readonly from?: string | null | undefined;
  /** Is earlier than this long after now. With a minus: before now. */
  readonly to?: string | null | undefined;
};

export type KnownTagFragment = { readonly id: string } & { ' $fragmentName'?: 'KnownTagFragment' };

export type KnownTerminalFragment = { readonly id: string } & { ' $fragmentName'?: 'KnownTerminalFragment' };

export type ChangesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ChangesSubscription = { readonly changes: { readonly kind: ChangeKind, readonly id: string | null, readonly cursor: string, readonly node:
      | { readonly __typename: 'Project', readonly id: string }
      | { readonly __typename: 'Tag', readonly id: string }
      | { readonly __typename: 'Terminal', readonly id: string }
     | null } };

export type PulseQueryVariables = Exact<{ [key: string]: never; }>;


export type PulseQuery = { readonly tags: { readonly totalCount: number } };

export type ProjectQueryVariables = Exact<{ [key: string]: never; }>;


export type ProjectQuery = { readonly project: { readonly projectId: string | null } | null };

export type FacetValuesFragment = { readonly field: string, readonly otherCount: number, readonly nullCount: number, readonly values: ReadonlyArray<{ readonly value: string | number | boolean | object | null, readonly from: number | null, readonly to: number | null, readonly count: number, readonly selected: boolean }> } & { ' $fragmentName'?: 'FacetValuesFragment' };

export type IssueFragment = { readonly code: DataQualityCode, readonly severity: DataQualitySeverity, readonly message: string, readonly identifier: string | null, readonly node:
    | { readonly __typename: 'Project', readonly id: string }
    | { readonly __typename: 'Tag', readonly tagId: string, readonly name: string, readonly isActive: boolean, readonly id: string }
    | { readonly __typename: 'Terminal', readonly terminalId: string, readonly name: string, readonly isActive: boolean, readonly id: string }
   | null } & { ' $fragmentName'?: 'IssueFragment' };

export type QualityQueryVariables = Exact<{
  of: AdditionalDataSubject;
  codes?: ReadonlyArray<DataQualityCode> | DataQualityCode | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type QualityQuery = { readonly project: { readonly dataQuality: { readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null }, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { ' $fragmentRefs'?: { 'IssueFragment': IssueFragment } } }> } | null, readonly all: { readonly counts: ReadonlyArray<{ readonly code: DataQualityCode, readonly severity: DataQualitySeverity, readonly count: number }> } | null } | null };

export type DataFieldFragment = (
  { readonly identifier: string, readonly value: string | number | boolean | object | null, readonly item: { readonly type: AdditionalDataItemType, readonly name: string, readonly setViaApp: boolean, readonly enum: ReadonlyArray<string> | null } | null }
  & { ' $fragmentRefs'?: { 'LinkedRecordFragment': LinkedRecordFragment } }
) & { ' $fragmentName'?: 'DataFieldFragment' };

export type LinkedRecordFragment = { readonly tag: { readonly id: string, readonly tagId: string, readonly name: string, readonly description: string | null, readonly isActive: boolean } | null, readonly terminal: { readonly id: string, readonly terminalId: string, readonly name: string, readonly model: string | null, readonly isActive: boolean } | null } & { ' $fragmentName'?: 'LinkedRecordFragment' };

export type StocktakeQueryVariables = Exact<{
  uids: ReadonlyArray<string> | string;
}>;


export type StocktakeQuery = { readonly tagsByUids: ReadonlyArray<{ readonly uid: string, readonly matches: ReadonlyArray<{ readonly tag: { readonly id: string, readonly tagId: string, readonly name: string } }> }> | null };

export type TagsAddedQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: TagFilter | null | undefined;
}>;


export type TagsAddedQuery = { readonly tags: { readonly facets: ReadonlyArray<{ readonly values: ReadonlyArray<{ readonly fromAt: string | null, readonly count: number, readonly selected: boolean }> }> | null } };

export type TagCellsFragment = { readonly tagId: string, readonly name: string, readonly description: string | null, readonly isActive: boolean, readonly updatedAt: string | null, readonly data: { readonly site: string | null, readonly floor: number | null, readonly condition: string | null, readonly terminal: { readonly name: string } | null } } & { ' $fragmentName'?: 'TagCellsFragment' };

export type TagsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  offset?: number | null | undefined;
  search?: string | null | undefined;
  filter?: TagFilter | null | undefined;
  orderBy?: ReadonlyArray<TagOrder> | TagOrder | null | undefined;
  facets: ReadonlyArray<TagFacet> | TagFacet;
}>;


export type TagsQuery = { readonly tags: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null }, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: (
        { readonly id: string }
        & { ' $fragmentRefs'?: { 'TagCellsFragment': TagCellsFragment } }
      ) }>, readonly facets: ReadonlyArray<{ ' $fragmentRefs'?: { 'FacetValuesFragment': FacetValuesFragment } }> | null } };

export type TagQueryVariables = Exact<{
  id: string | number;
}>;


export type TagQuery = { readonly tag: (
    { readonly id: string }
    & { ' $fragmentRefs'?: { 'TagHeadFragment': TagHeadFragment;'TagFactsFragment': TagFactsFragment;'TagAdditionalDataFragment': TagAdditionalDataFragment } }
  ) | null };

export type TagHeadFragment = { readonly tagId: string, readonly name: string, readonly description: string | null, readonly isActive: boolean } & { ' $fragmentName'?: 'TagHeadFragment' };

export type TagAdditionalDataFragment = { readonly additionalDataFields: ReadonlyArray<{ ' $fragmentRefs'?: { 'DataFieldFragment': DataFieldFragment } }> | null } & { ' $fragmentName'?: 'TagAdditionalDataFragment' };

export type TagFactsFragment = { readonly type: string, readonly projectId: string, readonly addedAt: string | null, readonly updatedAt: string | null } & { ' $fragmentName'?: 'TagFactsFragment' };

export type TagsByUidQueryVariables = Exact<{
  uid: string;
}>;


export type TagsByUidQuery = { readonly tagsByUid: ReadonlyArray<{ readonly spelling: UidSpelling, readonly tag: { readonly id: string, readonly tagId: string, readonly name: string } }> | null };

export type PlatformsQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: TerminalFilter | null | undefined;
}>;


export type PlatformsQuery = { readonly terminals: { readonly facets: ReadonlyArray<{ readonly otherCount: number, readonly nullCount: number, readonly values: ReadonlyArray<{ readonly value: string | number | boolean | object | null, readonly count: number }> }> | null } };

export type TagsOfTerminalQueryVariables = Exact<{
  id: string | number;
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type TagsOfTerminalQuery = { readonly terminal: { readonly id: string, readonly linkedTags: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly tagId: string, readonly name: string, readonly isActive: boolean }> } } | null };

export type TerminalCellsFragment = { readonly terminalId: string, readonly name: string, readonly isActive: boolean, readonly model: string | null, readonly platform: string | null, readonly platformVersion: string | null, readonly updatedAt: string | null, readonly data: { readonly mounting: string | null, readonly assignedTo: string | null } } & { ' $fragmentName'?: 'TerminalCellsFragment' };

export type TerminalsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  offset?: number | null | undefined;
  search?: string | null | undefined;
  filter?: TerminalFilter | null | undefined;
  orderBy?: ReadonlyArray<TerminalOrder> | TerminalOrder | null | undefined;
  facets: ReadonlyArray<TerminalFacet> | TerminalFacet;
}>;


export type TerminalsQuery = { readonly terminals: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null }, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: (
        { readonly id: string }
        & { ' $fragmentRefs'?: { 'TerminalCellsFragment': TerminalCellsFragment } }
      ) }>, readonly facets: ReadonlyArray<{ ' $fragmentRefs'?: { 'FacetValuesFragment': FacetValuesFragment } }> | null } };

export type TerminalQueryVariables = Exact<{
  id: string | number;
}>;


export type TerminalQuery = { readonly terminal: (
    { readonly id: string, readonly terminalId: string }
    & { ' $fragmentRefs'?: { 'TerminalHeadFragment': TerminalHeadFragment;'TerminalFactsFragment': TerminalFactsFragment;'TerminalAdditionalDataFragment': TerminalAdditionalDataFragment } }
  ) | null };

export type TerminalHeadFragment = { readonly terminalId: string, readonly name: string, readonly description: string | null, readonly isActive: boolean } & { ' $fragmentName'?: 'TerminalHeadFragment' };

export type TerminalAdditionalDataFragment = { readonly additionalDataFields: ReadonlyArray<{ ' $fragmentRefs'?: { 'DataFieldFragment': DataFieldFragment } }> | null } & { ' $fragmentName'?: 'TerminalAdditionalDataFragment' };

export type TerminalFactsFragment = { readonly model: string | null, readonly platform: string | null, readonly platformVersion: string | null, readonly imei: string | null, readonly uuid: string, readonly formIdentifier: string | null, readonly canInsertChip: boolean, readonly canChangeChip: boolean, readonly projectId: string, readonly addedAt: string | null, readonly updatedAt: string | null } & { ' $fragmentName'?: 'TerminalFactsFragment' };

export type VersionsQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: TerminalFilter | null | undefined;
}>;


export type VersionsQuery = { readonly terminals: { readonly facets: ReadonlyArray<{ readonly otherCount: number, readonly nullCount: number, readonly values: ReadonlyArray<{ readonly value: string | number | boolean | object | null, readonly count: number }> }> | null } };

export const KnownTagFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownTag"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]} as unknown as DocumentNode<KnownTagFragment, unknown>;
export const KnownTerminalFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownTerminal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]} as unknown as DocumentNode<KnownTerminalFragment, unknown>;
export const FacetValuesFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FacetValues"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Facet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"otherCount"}},{"kind":"Field","name":{"kind":"Name","value":"nullCount"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"selected"}}]}}]}}]} as unknown as DocumentNode<FacetValuesFragment, unknown>;
export const IssueFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Issue"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataQualityIssue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}}]}}]} as unknown as DocumentNode<IssueFragment, unknown>;
export const TagCellsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagCells"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"site"}},{"kind":"Field","name":{"kind":"Name","value":"floor"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<TagCellsFragment, unknown>;
export const TagHeadFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]} as unknown as DocumentNode<TagHeadFragment, unknown>;
export const LinkedRecordFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkedRecord"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}}]} as unknown as DocumentNode<LinkedRecordFragment, unknown>;
export const DataFieldFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataField"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"item"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"setViaApp"}},{"kind":"Field","name":{"kind":"Name","value":"enum"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkedRecord"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkedRecord"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}}]} as unknown as DocumentNode<DataFieldFragment, unknown>;
export const TagAdditionalDataFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagAdditionalData"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"additionalDataFields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DataField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkedRecord"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataField"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"item"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"setViaApp"}},{"kind":"Field","name":{"kind":"Name","value":"enum"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkedRecord"}}]}}]} as unknown as DocumentNode<TagAdditionalDataFragment, unknown>;
export const TagFactsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"projectId"}},{"kind":"Field","name":{"kind":"Name","value":"addedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<TagFactsFragment, unknown>;
export const TerminalCellsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalCells"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"platform"}},{"kind":"Field","name":{"kind":"Name","value":"platformVersion"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mounting"}},{"kind":"Field","name":{"kind":"Name","value":"assignedTo"}}]}}]}}]} as unknown as DocumentNode<TerminalCellsFragment, unknown>;
export const TerminalHeadFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]} as unknown as DocumentNode<TerminalHeadFragment, unknown>;
export const TerminalAdditionalDataFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalAdditionalData"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"additionalDataFields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DataField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkedRecord"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataField"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"item"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"setViaApp"}},{"kind":"Field","name":{"kind":"Name","value":"enum"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkedRecord"}}]}}]} as unknown as DocumentNode<TerminalAdditionalDataFragment, unknown>;
export const TerminalFactsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"platform"}},{"kind":"Field","name":{"kind":"Name","value":"platformVersion"}},{"kind":"Field","name":{"kind":"Name","value":"imei"}},{"kind":"Field","name":{"kind":"Name","value":"uuid"}},{"kind":"Field","name":{"kind":"Name","value":"formIdentifier"}},{"kind":"Field","name":{"kind":"Name","value":"canInsertChip"}},{"kind":"Field","name":{"kind":"Name","value":"canChangeChip"}},{"kind":"Field","name":{"kind":"Name","value":"projectId"}},{"kind":"Field","name":{"kind":"Name","value":"addedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<TerminalFactsFragment, unknown>;
export const ChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Changes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}}]}}]} as unknown as DocumentNode<ChangesSubscription, ChangesSubscriptionVariables>;
export const PulseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Pulse"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tags"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"0"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<PulseQuery, PulseQueryVariables>;
export const ProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectId"}}]}}]}}]} as unknown as DocumentNode<ProjectQuery, ProjectQueryVariables>;
export const QualityDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Quality"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"of"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataSubject"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"codes"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DataQualityCode"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataQuality"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"of"},"value":{"kind":"Variable","name":{"kind":"Name","value":"of"}}},{"kind":"Argument","name":{"kind":"Name","value":"codes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"codes"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Issue"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"all"},"name":{"kind":"Name","value":"dataQuality"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"of"},"value":{"kind":"Variable","name":{"kind":"Name","value":"of"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"0"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Issue"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DataQualityIssue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}}]}}]} as unknown as DocumentNode<QualityQuery, QualityQueryVariables>;
export const StocktakeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Stocktake"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"uids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagsByUids"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"uids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"matches"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<StocktakeQuery, StocktakeQueryVariables>;
export const TagsAddedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TagsAdded"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TagFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tags"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"0"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"ADDED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"every"},"value":{"kind":"EnumValue","value":"MONTH"}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromAt"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"selected"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TagsAddedQuery, TagsAddedQueryVariables>;
export const TagsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tags"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TagFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TagOrder"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"facets"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TagFacet"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tags"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagCells"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"facets"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FacetValues"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagCells"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"site"}},{"kind":"Field","name":{"kind":"Name","value":"floor"}},{"kind":"Field","name":{"kind":"Name","value":"condition"}},{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FacetValues"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Facet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"otherCount"}},{"kind":"Field","name":{"kind":"Name","value":"nullCount"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"selected"}}]}}]}}]} as unknown as DocumentNode<TagsQuery, TagsQueryVariables>;
export const TagDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tag"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagHead"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagFacts"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagAdditionalData"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkedRecord"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataField"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"item"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"setViaApp"}},{"kind":"Field","name":{"kind":"Name","value":"enum"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkedRecord"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"projectId"}},{"kind":"Field","name":{"kind":"Name","value":"addedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagAdditionalData"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"additionalDataFields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DataField"}}]}}]}}]} as unknown as DocumentNode<TagQuery, TagQueryVariables>;
export const TagsByUidDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TagsByUid"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagsByUid"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"spelling"}},{"kind":"Field","name":{"kind":"Name","value":"tag"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<TagsByUidQuery, TagsByUidQueryVariables>;
export const PlatformsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Platforms"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TerminalFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"0"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"PLATFORM"}},{"kind":"ObjectField","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"otherCount"}},{"kind":"Field","name":{"kind":"Name","value":"nullCount"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PlatformsQuery, PlatformsQueryVariables>;
export const TagsOfTerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TagsOfTerminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"linkedTags"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TagsOfTerminalQuery, TagsOfTerminalQueryVariables>;
export const TerminalsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Terminals"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TerminalFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TerminalOrder"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"facets"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TerminalFacet"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalCells"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"facets"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FacetValues"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalCells"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"platform"}},{"kind":"Field","name":{"kind":"Name","value":"platformVersion"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mounting"}},{"kind":"Field","name":{"kind":"Name","value":"assignedTo"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FacetValues"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Facet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"otherCount"}},{"kind":"Field","name":{"kind":"Name","value":"nullCount"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"selected"}}]}}]}}]} as unknown as DocumentNode<TerminalsQuery, TerminalsQueryVariables>;
export const TerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Terminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalHead"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFacts"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalAdditionalData"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkedRecord"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tagId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DataField"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdditionalDataField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"item"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"setViaApp"}},{"kind":"Field","name":{"kind":"Name","value":"enum"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkedRecord"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"platform"}},{"kind":"Field","name":{"kind":"Name","value":"platformVersion"}},{"kind":"Field","name":{"kind":"Name","value":"imei"}},{"kind":"Field","name":{"kind":"Name","value":"uuid"}},{"kind":"Field","name":{"kind":"Name","value":"formIdentifier"}},{"kind":"Field","name":{"kind":"Name","value":"canInsertChip"}},{"kind":"Field","name":{"kind":"Name","value":"canChangeChip"}},{"kind":"Field","name":{"kind":"Name","value":"projectId"}},{"kind":"Field","name":{"kind":"Name","value":"addedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalAdditionalData"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"additionalDataFields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DataField"}}]}}]}}]} as unknown as DocumentNode<TerminalQuery, TerminalQueryVariables>;
export const VersionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Versions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TerminalFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"0"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"PLATFORM_VERSION"}},{"kind":"ObjectField","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"otherCount"}},{"kind":"Field","name":{"kind":"Name","value":"nullCount"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}}]} as unknown as DocumentNode<VersionsQuery, VersionsQueryVariables>;