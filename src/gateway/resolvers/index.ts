import {
  additionalDataField,
  additionalDataItem,
  additionalDataStructure,
} from "./additional-data.ts";
import { dataQualityConnection, dataQualityEdge, dataQualityIssue } from "./data-quality.ts";
import { facet, facetValue, numberStatistics } from "./facets.ts";
import { node } from "./node.ts";
import { project } from "./project.ts";
import { query } from "./query.ts";
import { pageInfo } from "./record-connection.ts";
import { change, subscription } from "./subscription.ts";
import { tag, tagConnection, tagEdge, tagUidLookUp, tagUidMatch } from "./tag.ts";
import { terminal, terminalConnection, terminalEdge } from "./terminal.ts";
import type { Resolvers } from "./types/types.generated.ts";

export const resolvers = {
  AdditionalDataField: additionalDataField,
  AdditionalDataItem: additionalDataItem,
  AdditionalDataStructure: additionalDataStructure,
  DataQualityConnection: dataQualityConnection,
  DataQualityEdge: dataQualityEdge,
  DataQualityIssue: dataQualityIssue,
  Facet: facet,
  FacetValue: facetValue,
  Node: node,
  NumberStatistics: numberStatistics,
  PageInfo: pageInfo,
  Project: project,
  Query: query,
  Tag: tag,
  TagConnection: tagConnection,
  TagEdge: tagEdge,
  TagUidLookUp: tagUidLookUp,
  TagUidMatch: tagUidMatch,
  Terminal: terminal,
  TerminalConnection: terminalConnection,
  TerminalEdge: terminalEdge,
} satisfies Partial<Resolvers>;

export const subscriptionResolvers = {
  Change: change,
  Subscription: subscription,
} satisfies Partial<Resolvers>;
