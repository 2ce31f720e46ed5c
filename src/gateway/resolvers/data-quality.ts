import { messageOf, severityOf } from "./quality/codes.ts";
import type {
  DataQualityConnectionResolvers,
  DataQualityEdgeResolvers,
  DataQualityIssueResolvers,
} from "./types/types.generated.ts";

export const dataQualityConnection: DataQualityConnectionResolvers = {
  edges: (page) => page.rows.map((_, index) => ({ page, index })),
  nodes: ({ rows }) => rows,
  pageInfo: (page) => page,
  totalCount: ({ totalCount }) => totalCount,
  counts: ({ counts }) =>
    counts.map(([code, count]) => ({ code, severity: severityOf(code), count })),
  snapshotAt: ({ snapshotAt }) => new Date(snapshotAt).toISOString(),
};

export const dataQualityEdge: DataQualityEdgeResolvers = {
  cursor: ({ page, index }) => page.cursorAt(index),
  node: ({ page, index }) => page.rows[index] as NonNullable<(typeof page.rows)[number]>,
};

export const dataQualityIssue: DataQualityIssueResolvers = {
  code: ({ code }) => code,
  severity: ({ code }) => severityOf(code),
  message: ({ code, identifier }) => messageOf(code, identifier),
  identifier: ({ identifier }) => identifier,
  node: ({ record }) => record,
};
