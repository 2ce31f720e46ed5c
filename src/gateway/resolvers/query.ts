import { toSubject } from "./additional-data.ts";
import { loadNode, toProject, toRegistryId } from "./node.ts";
import { loadRecordConnection } from "./record-connection.ts";
import {
  findTagsByUid,
  findTagsByUids,
  findTerminalBy,
  findTerminalsBy,
} from "./search/look-up/look-up.ts";
import type { QueryResolvers } from "./types/types.generated.ts";

/** `Query`. Every field needs the caller's key, even if it costs no REST call. */
export const query: QueryResolvers = {
  node: (_, { id }, { registry }) => loadNode(id, registry),
  nodes: (_, { ids }, { registry }) => ids.map((id) => loadNode(id, registry)),
  project: toProject,
  tag: (_, { id }, { registry }) => {
    const tagId = toRegistryId("Tag", id);
    return tagId === null ? null : registry.tags.load(tagId);
  },
  tags: (_, given, context, selection, variables) =>
    loadRecordConnection(context.registry.tags, given, context, { selection, variables }),
  terminal: (_, { id }, { registry }) => {
    const terminalId = toRegistryId("Terminal", id);
    return terminalId === null ? null : registry.terminals.load(terminalId);
  },
  terminals: (_, given, context, selection, variables) =>
    loadRecordConnection(context.registry.terminals, given, context, { selection, variables }),
  tagsByUid: (_, { uid }, context) => findTagsByUid(uid, context),
  tagsByUids: (_, { uids }, context) => findTagsByUids(uids, context),
  terminalByUuid: (_, { uuid }, context) => findTerminalBy("uuid", uuid, context),
  terminalByImei: (_, { imei }, context) => findTerminalBy("imei", imei, context),
  terminalsByUuid: (_, { uuid }, context) => findTerminalsBy("uuid", uuid, context),
  terminalsByImei: (_, { imei }, context) => findTerminalsBy("imei", imei, context),
  additionalDataStructure: (_, { of }, { registry }) => registry.loadStructure(toSubject(of)),
};
