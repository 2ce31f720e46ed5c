import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import { findMatches, type Matches, type SearchQuery } from "../../../search/query.ts";
import type { Table } from "../../../search/table/table.ts";
import type { Snapshot } from "../../list/whole/snapshot.ts";
import { incompleteError } from "../../list/whole/snapshot.ts";
import type { GatewayContext } from "../request/context.ts";
import { warnIfIncomplete } from "./incomplete.ts";
import { tableOf } from "./snapshot-table.ts";
import { warnOfUnknown } from "./unknown-identifiers.ts";

export interface Search<S extends Subject = Subject> {
  readonly subject: S;
  readonly query: SearchQuery;
  readonly key: string;
}

export interface SearchMatches<S extends Subject = Subject>
  extends Pick<Search<S>, "subject" | "key"> {
  readonly records: readonly RegistryRecord<S>[];
  readonly matches: Matches<RegistryRecord>;
  readonly isRead: boolean;
}

/**
 * Finds the rows of a list's snapshot that match a search, once for each search of a request. Costs
 * the REST calls of the snapshot, and of those that the filter joins.
 * @throws SearchError, RegistryError
 */
export function loadMatches<S extends Subject>(
  { subject, query, key }: Search<S>,
  context: GatewayContext,
): Promise<SearchMatches<S> & { readonly snapshot: Snapshot<S> }> {
  return context.snapshots.share(`matches ${key}`, async () => {
    const snapshot = await context.snapshots.use(subject);
    const table = tableOf(snapshot, context.settings.REGISTRY_TIMESTAMP_UNIT);
    warnIfIncomplete(snapshot, context);
    const matches = await findMatches<RegistryRecord>(table, query, {
      pause: () => context.giveWay(subject),
      tableOf: (list) => loadWholeTable(list as Subject, context),
    });
    warnOfUnknown(matches.unknownIdentifiers, table.items.keys(), context);
    return { subject, key, records: snapshot.records, snapshot, matches, isRead: true };
  });
}

/**
 * The table of a list that a filter joins. What the list lacks would make a condition wrong.
 * @throws RegistryError also if the list could not be read whole.
 */
async function loadWholeTable(
  subject: Subject,
  context: GatewayContext,
): Promise<Table<RegistryRecord>> {
  const snapshot = await context.snapshots.use(subject);
  warnIfIncomplete(snapshot, context);
  const error = incompleteError(snapshot);
  if (error !== null) throw error;
  return tableOf(snapshot, context.settings.REGISTRY_TIMESTAMP_UNIT);
}
