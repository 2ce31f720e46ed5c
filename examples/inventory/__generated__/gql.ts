/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  fragment KnownTag on Tag { id }\n": typeof types.KnownTagFragmentDoc,
    "\n  fragment KnownTerminal on Terminal { id }\n": typeof types.KnownTerminalFragmentDoc,
    "\n  subscription Changes($after: String) {\n    changes(after: $after) {\n      kind\n      id\n      node { __typename id }\n      cursor\n    }\n  }\n": typeof types.ChangesDocument,
    "\n  query Pulse {\n    tags(first: 0) { totalCount }\n  }\n": typeof types.PulseDocument,
    "\n  query Project {\n    project { projectId }\n  }\n": typeof types.ProjectDocument,
    "\n  fragment FacetValues on Facet {\n    field\n    otherCount\n    nullCount\n    values { value from to count selected }\n  }\n": typeof types.FacetValuesFragmentDoc,
    "\n  fragment Issue on DataQualityIssue {\n    code\n    severity\n    message\n    identifier\n    node {\n      __typename\n      id\n      ... on Tag { tagId name isActive }\n      ... on Terminal { terminalId name isActive }\n    }\n  }\n": typeof types.IssueFragmentDoc,
    "\n  query Quality(\n    $of: AdditionalDataSubject!\n    $codes: [DataQualityCode!]\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    project {\n      dataQuality(\n        of: $of\n        codes: $codes\n        first: $first\n        after: $after\n        last: $last\n        before: $before\n      ) {\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n        edges { cursor node { ...Issue } }\n      }\n      all: dataQuality(of: $of, first: 0) {\n        counts { code severity count }\n      }\n    }\n  }\n": typeof types.QualityDocument,
    "\n  fragment DataField on AdditionalDataField {\n    identifier\n    value\n    item { type name setViaApp enum }\n    ...LinkedRecord\n  }\n": typeof types.DataFieldFragmentDoc,
    "\n  fragment LinkedRecord on AdditionalDataField {\n    tag { id tagId name description isActive }\n    terminal { id terminalId name model isActive }\n  }\n": typeof types.LinkedRecordFragmentDoc,
    "\n  query Stocktake($uids: [String!]!) {\n    tagsByUids(uids: $uids) {\n      uid\n      matches { tag { id tagId name } }\n    }\n  }\n": typeof types.StocktakeDocument,
    "\n  query TagsAdded($search: String, $filter: TagFilter) {\n    tags(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: ADDED_AT, every: MONTH }]) {\n        values { fromAt count selected }\n      }\n    }\n  }\n": typeof types.TagsAddedDocument,
    "\n  fragment TagCells on Tag {\n    tagId\n    name\n    description\n    isActive\n    updatedAt\n    data { site floor condition terminal { name } }\n  }\n": typeof types.TagCellsFragmentDoc,
    "\n  query Tags(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $offset: Int\n    $search: String\n    $filter: TagFilter\n    $orderBy: [TagOrder!]\n    $facets: [TagFacet!]!\n  ) {\n    tags(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      offset: $offset\n      search: $search\n      filter: $filter\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      edges { cursor node { id ...TagCells } }\n      facets(by: $facets) { ...FacetValues }\n    }\n  }\n": typeof types.TagsDocument,
    "\n  query Tag($id: ID!) {\n    tag(id: $id) {\n      id\n      ...TagHead\n      ...TagFacts\n      ...TagAdditionalData\n    }\n  }\n": typeof types.TagDocument,
    "\n  fragment TagHead on Tag {\n    tagId\n    name\n    description\n    isActive\n  }\n": typeof types.TagHeadFragmentDoc,
    "\n  fragment TagAdditionalData on Tag {\n    additionalDataFields { ...DataField }\n  }\n": typeof types.TagAdditionalDataFragmentDoc,
    "\n  fragment TagFacts on Tag {\n    type\n    projectId\n    addedAt\n    updatedAt\n  }\n": typeof types.TagFactsFragmentDoc,
    "\n  query TagsByUid($uid: String!) {\n    tagsByUid(uid: $uid) {\n      spelling\n      tag { id tagId name }\n    }\n  }\n": typeof types.TagsByUidDocument,
    "\n  query Platforms($search: String, $filter: TerminalFilter) {\n    terminals(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: PLATFORM, first: 5 }]) {\n        otherCount\n        nullCount\n        values { value count }\n      }\n    }\n  }\n": typeof types.PlatformsDocument,
    "\n  query TagsOfTerminal(\n    $id: ID!\n    $search: String\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    terminal(id: $id) {\n      id\n      linkedTags(search: $search, first: $first, after: $after, last: $last, before: $before) {\n        totalCount\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n        nodes { id tagId name isActive }\n      }\n    }\n  }\n": typeof types.TagsOfTerminalDocument,
    "\n  fragment TerminalCells on Terminal {\n    terminalId\n    name\n    isActive\n    model\n    platform\n    platformVersion\n    updatedAt\n    data { mounting assignedTo }\n  }\n": typeof types.TerminalCellsFragmentDoc,
    "\n  query Terminals(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $offset: Int\n    $search: String\n    $filter: TerminalFilter\n    $orderBy: [TerminalOrder!]\n    $facets: [TerminalFacet!]!\n  ) {\n    terminals(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      offset: $offset\n      search: $search\n      filter: $filter\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      edges { cursor node { id ...TerminalCells } }\n      facets(by: $facets) { ...FacetValues }\n    }\n  }\n": typeof types.TerminalsDocument,
    "\n  query Terminal($id: ID!) {\n    terminal(id: $id) {\n      id\n      terminalId\n      ...TerminalHead\n      ...TerminalFacts\n      ...TerminalAdditionalData\n    }\n  }\n": typeof types.TerminalDocument,
    "\n  fragment TerminalHead on Terminal {\n    terminalId\n    name\n    description\n    isActive\n  }\n": typeof types.TerminalHeadFragmentDoc,
    "\n  fragment TerminalAdditionalData on Terminal {\n    additionalDataFields { ...DataField }\n  }\n": typeof types.TerminalAdditionalDataFragmentDoc,
    "\n  fragment TerminalFacts on Terminal {\n    model\n    platform\n    platformVersion\n    imei\n    uuid\n    formIdentifier\n    canInsertChip\n    canChangeChip\n    projectId\n    addedAt\n    updatedAt\n  }\n": typeof types.TerminalFactsFragmentDoc,
    "\n  query Versions($search: String, $filter: TerminalFilter) {\n    terminals(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: PLATFORM_VERSION, first: 6 }]) {\n        otherCount\n        nullCount\n        values { value count }\n      }\n    }\n  }\n": typeof types.VersionsDocument,
};
const documents: Documents = {
    "\n  fragment KnownTag on Tag { id }\n": types.KnownTagFragmentDoc,
    "\n  fragment KnownTerminal on Terminal { id }\n": types.KnownTerminalFragmentDoc,
    "\n  subscription Changes($after: String) {\n    changes(after: $after) {\n      kind\n      id\n      node { __typename id }\n      cursor\n    }\n  }\n": types.ChangesDocument,
    "\n  query Pulse {\n    tags(first: 0) { totalCount }\n  }\n": types.PulseDocument,
    "\n  query Project {\n    project { projectId }\n  }\n": types.ProjectDocument,
    "\n  fragment FacetValues on Facet {\n    field\n    otherCount\n    nullCount\n    values { value from to count selected }\n  }\n": types.FacetValuesFragmentDoc,
    "\n  fragment Issue on DataQualityIssue {\n    code\n    severity\n    message\n    identifier\n    node {\n      __typename\n      id\n      ... on Tag { tagId name isActive }\n      ... on Terminal { terminalId name isActive }\n    }\n  }\n": types.IssueFragmentDoc,
    "\n  query Quality(\n    $of: AdditionalDataSubject!\n    $codes: [DataQualityCode!]\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    project {\n      dataQuality(\n        of: $of\n        codes: $codes\n        first: $first\n        after: $after\n        last: $last\n        before: $before\n      ) {\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n        edges { cursor node { ...Issue } }\n      }\n      all: dataQuality(of: $of, first: 0) {\n        counts { code severity count }\n      }\n    }\n  }\n": types.QualityDocument,
    "\n  fragment DataField on AdditionalDataField {\n    identifier\n    value\n    item { type name setViaApp enum }\n    ...LinkedRecord\n  }\n": types.DataFieldFragmentDoc,
    "\n  fragment LinkedRecord on AdditionalDataField {\n    tag { id tagId name description isActive }\n    terminal { id terminalId name model isActive }\n  }\n": types.LinkedRecordFragmentDoc,
    "\n  query Stocktake($uids: [String!]!) {\n    tagsByUids(uids: $uids) {\n      uid\n      matches { tag { id tagId name } }\n    }\n  }\n": types.StocktakeDocument,
    "\n  query TagsAdded($search: String, $filter: TagFilter) {\n    tags(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: ADDED_AT, every: MONTH }]) {\n        values { fromAt count selected }\n      }\n    }\n  }\n": types.TagsAddedDocument,
    "\n  fragment TagCells on Tag {\n    tagId\n    name\n    description\n    isActive\n    updatedAt\n    data { site floor condition terminal { name } }\n  }\n": types.TagCellsFragmentDoc,
    "\n  query Tags(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $offset: Int\n    $search: String\n    $filter: TagFilter\n    $orderBy: [TagOrder!]\n    $facets: [TagFacet!]!\n  ) {\n    tags(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      offset: $offset\n      search: $search\n      filter: $filter\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      edges { cursor node { id ...TagCells } }\n      facets(by: $facets) { ...FacetValues }\n    }\n  }\n": types.TagsDocument,
    "\n  query Tag($id: ID!) {\n    tag(id: $id) {\n      id\n      ...TagHead\n      ...TagFacts\n      ...TagAdditionalData\n    }\n  }\n": types.TagDocument,
    "\n  fragment TagHead on Tag {\n    tagId\n    name\n    description\n    isActive\n  }\n": types.TagHeadFragmentDoc,
    "\n  fragment TagAdditionalData on Tag {\n    additionalDataFields { ...DataField }\n  }\n": types.TagAdditionalDataFragmentDoc,
    "\n  fragment TagFacts on Tag {\n    type\n    projectId\n    addedAt\n    updatedAt\n  }\n": types.TagFactsFragmentDoc,
    "\n  query TagsByUid($uid: String!) {\n    tagsByUid(uid: $uid) {\n      spelling\n      tag { id tagId name }\n    }\n  }\n": types.TagsByUidDocument,
    "\n  query Platforms($search: String, $filter: TerminalFilter) {\n    terminals(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: PLATFORM, first: 5 }]) {\n        otherCount\n        nullCount\n        values { value count }\n      }\n    }\n  }\n": types.PlatformsDocument,
    "\n  query TagsOfTerminal(\n    $id: ID!\n    $search: String\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    terminal(id: $id) {\n      id\n      linkedTags(search: $search, first: $first, after: $after, last: $last, before: $before) {\n        totalCount\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n        nodes { id tagId name isActive }\n      }\n    }\n  }\n": types.TagsOfTerminalDocument,
    "\n  fragment TerminalCells on Terminal {\n    terminalId\n    name\n    isActive\n    model\n    platform\n    platformVersion\n    updatedAt\n    data { mounting assignedTo }\n  }\n": types.TerminalCellsFragmentDoc,
    "\n  query Terminals(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $offset: Int\n    $search: String\n    $filter: TerminalFilter\n    $orderBy: [TerminalOrder!]\n    $facets: [TerminalFacet!]!\n  ) {\n    terminals(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      offset: $offset\n      search: $search\n      filter: $filter\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      edges { cursor node { id ...TerminalCells } }\n      facets(by: $facets) { ...FacetValues }\n    }\n  }\n": types.TerminalsDocument,
    "\n  query Terminal($id: ID!) {\n    terminal(id: $id) {\n      id\n      terminalId\n      ...TerminalHead\n      ...TerminalFacts\n      ...TerminalAdditionalData\n    }\n  }\n": types.TerminalDocument,
    "\n  fragment TerminalHead on Terminal {\n    terminalId\n    name\n    description\n    isActive\n  }\n": types.TerminalHeadFragmentDoc,
    "\n  fragment TerminalAdditionalData on Terminal {\n    additionalDataFields { ...DataField }\n  }\n": types.TerminalAdditionalDataFragmentDoc,
    "\n  fragment TerminalFacts on Terminal {\n    model\n    platform\n    platformVersion\n    imei\n    uuid\n    formIdentifier\n    canInsertChip\n    canChangeChip\n    projectId\n    addedAt\n    updatedAt\n  }\n": types.TerminalFactsFragmentDoc,
    "\n  query Versions($search: String, $filter: TerminalFilter) {\n    terminals(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: PLATFORM_VERSION, first: 6 }]) {\n        otherCount\n        nullCount\n        values { value count }\n      }\n    }\n  }\n": types.VersionsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment KnownTag on Tag { id }\n"): (typeof documents)["\n  fragment KnownTag on Tag { id }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment KnownTerminal on Terminal { id }\n"): (typeof documents)["\n  fragment KnownTerminal on Terminal { id }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Changes($after: String) {\n    changes(after: $after) {\n      kind\n      id\n      node { __typename id }\n      cursor\n    }\n  }\n"): (typeof documents)["\n  subscription Changes($after: String) {\n    changes(after: $after) {\n      kind\n      id\n      node { __typename id }\n      cursor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Pulse {\n    tags(first: 0) { totalCount }\n  }\n"): (typeof documents)["\n  query Pulse {\n    tags(first: 0) { totalCount }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Project {\n    project { projectId }\n  }\n"): (typeof documents)["\n  query Project {\n    project { projectId }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FacetValues on Facet {\n    field\n    otherCount\n    nullCount\n    values { value from to count selected }\n  }\n"): (typeof documents)["\n  fragment FacetValues on Facet {\n    field\n    otherCount\n    nullCount\n    values { value from to count selected }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Issue on DataQualityIssue {\n    code\n    severity\n    message\n    identifier\n    node {\n      __typename\n      id\n      ... on Tag { tagId name isActive }\n      ... on Terminal { terminalId name isActive }\n    }\n  }\n"): (typeof documents)["\n  fragment Issue on DataQualityIssue {\n    code\n    severity\n    message\n    identifier\n    node {\n      __typename\n      id\n      ... on Tag { tagId name isActive }\n      ... on Terminal { terminalId name isActive }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Quality(\n    $of: AdditionalDataSubject!\n    $codes: [DataQualityCode!]\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    project {\n      dataQuality(\n        of: $of\n        codes: $codes\n        first: $first\n        after: $after\n        last: $last\n        before: $before\n      ) {\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n        edges { cursor node { ...Issue } }\n      }\n      all: dataQuality(of: $of, first: 0) {\n        counts { code severity count }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Quality(\n    $of: AdditionalDataSubject!\n    $codes: [DataQualityCode!]\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    project {\n      dataQuality(\n        of: $of\n        codes: $codes\n        first: $first\n        after: $after\n        last: $last\n        before: $before\n      ) {\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n        edges { cursor node { ...Issue } }\n      }\n      all: dataQuality(of: $of, first: 0) {\n        counts { code severity count }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment DataField on AdditionalDataField {\n    identifier\n    value\n    item { type name setViaApp enum }\n    ...LinkedRecord\n  }\n"): (typeof documents)["\n  fragment DataField on AdditionalDataField {\n    identifier\n    value\n    item { type name setViaApp enum }\n    ...LinkedRecord\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LinkedRecord on AdditionalDataField {\n    tag { id tagId name description isActive }\n    terminal { id terminalId name model isActive }\n  }\n"): (typeof documents)["\n  fragment LinkedRecord on AdditionalDataField {\n    tag { id tagId name description isActive }\n    terminal { id terminalId name model isActive }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Stocktake($uids: [String!]!) {\n    tagsByUids(uids: $uids) {\n      uid\n      matches { tag { id tagId name } }\n    }\n  }\n"): (typeof documents)["\n  query Stocktake($uids: [String!]!) {\n    tagsByUids(uids: $uids) {\n      uid\n      matches { tag { id tagId name } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TagsAdded($search: String, $filter: TagFilter) {\n    tags(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: ADDED_AT, every: MONTH }]) {\n        values { fromAt count selected }\n      }\n    }\n  }\n"): (typeof documents)["\n  query TagsAdded($search: String, $filter: TagFilter) {\n    tags(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: ADDED_AT, every: MONTH }]) {\n        values { fromAt count selected }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TagCells on Tag {\n    tagId\n    name\n    description\n    isActive\n    updatedAt\n    data { site floor condition terminal { name } }\n  }\n"): (typeof documents)["\n  fragment TagCells on Tag {\n    tagId\n    name\n    description\n    isActive\n    updatedAt\n    data { site floor condition terminal { name } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Tags(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $offset: Int\n    $search: String\n    $filter: TagFilter\n    $orderBy: [TagOrder!]\n    $facets: [TagFacet!]!\n  ) {\n    tags(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      offset: $offset\n      search: $search\n      filter: $filter\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      edges { cursor node { id ...TagCells } }\n      facets(by: $facets) { ...FacetValues }\n    }\n  }\n"): (typeof documents)["\n  query Tags(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $offset: Int\n    $search: String\n    $filter: TagFilter\n    $orderBy: [TagOrder!]\n    $facets: [TagFacet!]!\n  ) {\n    tags(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      offset: $offset\n      search: $search\n      filter: $filter\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      edges { cursor node { id ...TagCells } }\n      facets(by: $facets) { ...FacetValues }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Tag($id: ID!) {\n    tag(id: $id) {\n      id\n      ...TagHead\n      ...TagFacts\n      ...TagAdditionalData\n    }\n  }\n"): (typeof documents)["\n  query Tag($id: ID!) {\n    tag(id: $id) {\n      id\n      ...TagHead\n      ...TagFacts\n      ...TagAdditionalData\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TagHead on Tag {\n    tagId\n    name\n    description\n    isActive\n  }\n"): (typeof documents)["\n  fragment TagHead on Tag {\n    tagId\n    name\n    description\n    isActive\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TagAdditionalData on Tag {\n    additionalDataFields { ...DataField }\n  }\n"): (typeof documents)["\n  fragment TagAdditionalData on Tag {\n    additionalDataFields { ...DataField }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TagFacts on Tag {\n    type\n    projectId\n    addedAt\n    updatedAt\n  }\n"): (typeof documents)["\n  fragment TagFacts on Tag {\n    type\n    projectId\n    addedAt\n    updatedAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TagsByUid($uid: String!) {\n    tagsByUid(uid: $uid) {\n      spelling\n      tag { id tagId name }\n    }\n  }\n"): (typeof documents)["\n  query TagsByUid($uid: String!) {\n    tagsByUid(uid: $uid) {\n      spelling\n      tag { id tagId name }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Platforms($search: String, $filter: TerminalFilter) {\n    terminals(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: PLATFORM, first: 5 }]) {\n        otherCount\n        nullCount\n        values { value count }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Platforms($search: String, $filter: TerminalFilter) {\n    terminals(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: PLATFORM, first: 5 }]) {\n        otherCount\n        nullCount\n        values { value count }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TagsOfTerminal(\n    $id: ID!\n    $search: String\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    terminal(id: $id) {\n      id\n      linkedTags(search: $search, first: $first, after: $after, last: $last, before: $before) {\n        totalCount\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n        nodes { id tagId name isActive }\n      }\n    }\n  }\n"): (typeof documents)["\n  query TagsOfTerminal(\n    $id: ID!\n    $search: String\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    terminal(id: $id) {\n      id\n      linkedTags(search: $search, first: $first, after: $after, last: $last, before: $before) {\n        totalCount\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n        nodes { id tagId name isActive }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TerminalCells on Terminal {\n    terminalId\n    name\n    isActive\n    model\n    platform\n    platformVersion\n    updatedAt\n    data { mounting assignedTo }\n  }\n"): (typeof documents)["\n  fragment TerminalCells on Terminal {\n    terminalId\n    name\n    isActive\n    model\n    platform\n    platformVersion\n    updatedAt\n    data { mounting assignedTo }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Terminals(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $offset: Int\n    $search: String\n    $filter: TerminalFilter\n    $orderBy: [TerminalOrder!]\n    $facets: [TerminalFacet!]!\n  ) {\n    terminals(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      offset: $offset\n      search: $search\n      filter: $filter\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      edges { cursor node { id ...TerminalCells } }\n      facets(by: $facets) { ...FacetValues }\n    }\n  }\n"): (typeof documents)["\n  query Terminals(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $offset: Int\n    $search: String\n    $filter: TerminalFilter\n    $orderBy: [TerminalOrder!]\n    $facets: [TerminalFacet!]!\n  ) {\n    terminals(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      offset: $offset\n      search: $search\n      filter: $filter\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      edges { cursor node { id ...TerminalCells } }\n      facets(by: $facets) { ...FacetValues }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Terminal($id: ID!) {\n    terminal(id: $id) {\n      id\n      terminalId\n      ...TerminalHead\n      ...TerminalFacts\n      ...TerminalAdditionalData\n    }\n  }\n"): (typeof documents)["\n  query Terminal($id: ID!) {\n    terminal(id: $id) {\n      id\n      terminalId\n      ...TerminalHead\n      ...TerminalFacts\n      ...TerminalAdditionalData\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TerminalHead on Terminal {\n    terminalId\n    name\n    description\n    isActive\n  }\n"): (typeof documents)["\n  fragment TerminalHead on Terminal {\n    terminalId\n    name\n    description\n    isActive\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TerminalAdditionalData on Terminal {\n    additionalDataFields { ...DataField }\n  }\n"): (typeof documents)["\n  fragment TerminalAdditionalData on Terminal {\n    additionalDataFields { ...DataField }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TerminalFacts on Terminal {\n    model\n    platform\n    platformVersion\n    imei\n    uuid\n    formIdentifier\n    canInsertChip\n    canChangeChip\n    projectId\n    addedAt\n    updatedAt\n  }\n"): (typeof documents)["\n  fragment TerminalFacts on Terminal {\n    model\n    platform\n    platformVersion\n    imei\n    uuid\n    formIdentifier\n    canInsertChip\n    canChangeChip\n    projectId\n    addedAt\n    updatedAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Versions($search: String, $filter: TerminalFilter) {\n    terminals(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: PLATFORM_VERSION, first: 6 }]) {\n        otherCount\n        nullCount\n        values { value count }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Versions($search: String, $filter: TerminalFilter) {\n    terminals(first: 0, search: $search, filter: $filter) {\n      facets(by: [{ field: PLATFORM_VERSION, first: 6 }]) {\n        otherCount\n        nullCount\n        values { value count }\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;