import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import { Pace, type Pause } from "../../../search/table/pace.ts";
import {
  parseConnectionArguments,
  parseCursors,
  type RawConnectionArguments,
} from "../../list/arguments.ts";
import { driftWarning } from "../../list/list.ts";
import { defaultPageSize, type GatewayContext } from "../request/context.ts";
import { cursorRowsOfTable } from "../search/cursor-rows.ts";
import { makeCursors } from "../search/cursors.ts";
import { codes, type DataQualityCode, type DataQualitySeverity, severityOf } from "./codes.ts";
import {
  findIssueBoundary,
  formatIssueCursor,
  type IssueList,
  parseIssueCursor,
} from "./issue-cursor.ts";
import { loadQuality } from "./load-quality.ts";
import type { IssuePlace, Quality } from "./quality.ts";

interface IssueArguments extends RawConnectionArguments {
  readonly codes?: readonly DataQualityCode[] | null | undefined;
  readonly severity?: DataQualitySeverity | null | undefined;
}

export interface Issue extends IssuePlace {
  readonly code: DataQualityCode;
  readonly record: RegistryRecord;
}

export interface IssuePage {
  readonly rows: readonly Issue[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount: number | Error;
  readonly counts: readonly (readonly [DataQualityCode, number])[];
  readonly snapshotAt: number;
  cursorAt(index: number): string;
}

export interface IssueEdge {
  readonly page: IssuePage;
  readonly index: number;
}

/**
 * Loads a page of the issues of a list's records. Costs the REST calls of the list's snapshot, and
 * of the snapshots that its links lead to.
 * @throws ArgumentError
 * @throws SearchError for a cursor that is not one of this list's issues.
 * @throws RegistryError
 */
export async function loadIssues(
  subject: Subject,
  {
    given,
    hasCursors,
  }: {
    readonly given: IssueArguments;
    readonly hasCursors: boolean;
  },
  context: GatewayContext,
): Promise<IssuePage> {
  const { MAX_PAGE_SIZE: maxSize } = context.settings;
  const args = parseConnectionArguments(given, { defaultSize: defaultPageSize, maxSize });
  const { after, before } = parseCursors(args, (name, text) =>
    parseIssueCursor(subject, name, text),
  );
  const { quality, records, table, takenAt, countError } = await loadQuality(subject, context);
  const pause = () => context.giveWay(subject);
  const list = { subject, quality, records, rows: await table.get(cursorRowsOfTable), pause };
  const start = after && (await findIssueBoundary(list, after, "after"));
  const end = before && (await findIssueBoundary(list, before, "before"));
  if (start?.isDrifted || end?.isDrifted) context.warn(driftWarning);
  const window = { start: start?.index ?? 0, end: end?.index ?? quality.length };
  const wanted = wantedCodes(given);
  const { indexes, totalCount, ...pageInfo } = await pickIssues(
    quality,
    { wanted, ...window, ...args },
    pause,
  );
  const rows = issuesAt(indexes, list);
  const cursorAt = (index: number) => formatIssueCursor(list, rows[index] as Issue);
  return {
    rows,
    ...pageInfo,
    totalCount: countError ?? totalCount,
    counts: [...quality.counts].filter(([code]) => wanted.has(code)),
    snapshotAt: takenAt,
    cursorAt: hasCursors ? await makeCursors(rows.length, cursorAt, new Pace(pause)) : cursorAt,
  };
}

function issuesAt(indexes: readonly number[], { quality, records }: IssueList): readonly Issue[] {
  return indexes.flatMap((index) => {
    const issue = quality.at(index);
    const record = records[issue.position];
    return record ? [{ ...issue, record }] : [];
  });
}

function wantedCodes({ codes: given, severity }: IssueArguments): ReadonlySet<DataQualityCode> {
  const chosen = given ?? codes;
  return new Set(chosen.filter((code) => (severity ?? severityOf(code)) === severityOf(code)));
}

/**
 * Picks the issues of a page (up to `size` of the wanted ones between two indexes), and counts all
 * that are wanted. It visits them from the side from which the page is filled: the first ones in
 * the range are the page's.
 */
async function pickIssues(
  quality: Quality,
  {
    wanted,
    start,
    end,
    from,
    size,
  }: {
    readonly wanted: ReadonlySet<DataQualityCode>;
    readonly start: number;
    readonly end: number;
    readonly from: "start" | "end";
    readonly size: number;
  },
  pause: Pause,
): Promise<
  Pick<IssuePage, "hasNextPage" | "hasPreviousPage"> & {
    readonly totalCount: number;
    readonly indexes: readonly number[];
  }
> {
  const isWanted = codes.map((code) => wanted.has(code));
  const isForward = from === "start";
  const indexes: number[] = [];
  let [skipped, totalCount] = [0, 0];
  await new Pace(pause).each(quality.length, (step) => {
    const index = isForward ? step : quality.length - 1 - step;
    if (!isWanted[quality.rankAt(index)]) return;
    totalCount += 1;
    const isAhead = index < start;
    const isBehind = index >= end;
    const [isSkipped, isBeyond] = isForward ? [isAhead, isBehind] : [isBehind, isAhead];
    if (isSkipped) skipped += 1;
    else if (!isBeyond && indexes.length < size) indexes.push(index);
  });
  const hasSkipped = skipped > 0;
  const hasMore = skipped + indexes.length < totalCount;
  const [hasPreviousPage, hasNextPage] = isForward ? [hasSkipped, hasMore] : [hasMore, hasSkipped];
  return {
    indexes: isForward ? indexes : indexes.reverse(),
    totalCount,
    hasPreviousPage,
    hasNextPage,
  };
}
