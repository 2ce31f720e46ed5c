import { decodeString, readPromised } from "../../registry-client/json-values.ts";
import type { RegistryRecord, Subject } from "../../registry-client/records.ts";
import { RegistryError } from "../base/errors.ts";
import type { RecordList } from "../list/records/record-list.ts";
import { toSubject } from "./additional-data.ts";
import { loadIssues } from "./quality/issue-page.ts";
import { loadRecordConnection } from "./record-connection.ts";
import type { Registry } from "./request/context.ts";
import type { ProjectResolvers } from "./types/types.generated.ts";
import { projectGlobalId } from "./values/global-id.ts";

/**
 * `Project`. The registry has no such resource (interface §2.5), so its id is read from any record.
 */
export const project: ProjectResolvers = {
  id: () => projectGlobalId,
  projectId: async ({ record }, _, { registry }) => {
    const known = record ?? (await findRecord(registry));
    return known === null ? null : readPromised(known, "project_id", decodeString);
  },
  tags: (_, given, context, selection, variables) =>
    loadRecordConnection(context.registry.tags, given, context, { selection, variables }),
  terminals: (_, given, context, selection, variables) =>
    loadRecordConnection(context.registry.terminals, given, context, { selection, variables }),
  additionalDataStructure: (_, { of }, { registry }) => registry.loadStructure(toSubject(of)),
  dataQuality: (_, { of, ...given }, context, selection) => {
    const hasCursors = selection.isSelected("edges", "cursor");
    return loadIssues(toSubject(of), { given, hasCursors }, context);
  },
};

/**
 * Any record of the project: one that the request has read, else the first tag, else the first
 * terminal; null if it has none.
 */
async function findRecord({ tags, terminals }: Registry): Promise<RegistryRecord | null> {
  return (
    tags.peek() ?? terminals.peek() ?? (await fetchFirst(tags)) ?? (await fetchFirst(terminals))
  );
}

async function fetchFirst<S extends Subject>(
  list: RecordList<S>,
): Promise<RegistryRecord<S> | null> {
  const page = await list.fetchPage({ limit: 1, page: 1 }, 0);
  const [first] = page === "limit-refused" ? [] : page.rows;
  if (first instanceof RegistryError) throw first;
  return first ?? null;
}
