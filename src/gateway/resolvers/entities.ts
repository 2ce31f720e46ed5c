import { GraphQLError } from "graphql";
import {
  decodeString,
  isJsonObject,
  type JsonObject,
  tryDecode,
} from "../../registry-client/json-values.ts";
import type { TagRecord, TerminalRecord } from "../../registry-client/records.ts";
import { loadRecord, node } from "./node.ts";
import type { GatewayContext, Registry } from "./request/context.ts";
import { type GlobalIdType, parseGlobalId } from "./values/global-id.ts";

export const entityResolvers = {
  Query: {
    _entities: (
      _: unknown,
      { representations }: { readonly representations: readonly unknown[] },
      { registry }: GatewayContext,
    ) => representations.map((representation) => loadEntity(representation, registry)),
  },
  _Entity: { __resolveType: node.__resolveType },
};

const ownIdFields = { Tag: "tagId", Terminal: "terminalId" } as const;

/**
 * Loads the record that a representation names; null if there is none, an error if the
 * representation is wrong. Costs at most one REST call, and is batched with the other
 * representations.
 */
function loadEntity(
  representation: unknown,
  registry: Registry,
): Promise<TagRecord | TerminalRecord | null> | GraphQLError {
  if (!isJsonObject(representation)) return badRepresentation("it is not an object");
  const { __typename: type } = representation;
  if (type !== "Tag" && type !== "Terminal") {
    return badRepresentation("its `__typename` is neither `Tag` nor `Terminal`");
  }
  const id = readKeyOf(type, representation);
  if (id instanceof GraphQLError) return id;
  return loadRecord({ type, id }, registry);
}

/**
 * Reads the registry's own id from the keys of a representation. If it has several keys, they must
 * name the same record.
 */
function readKeyOf(type: GlobalIdType, representation: JsonObject): string | GraphQLError {
  const ownField = ownIdFields[type];
  const { id, [ownField]: own } = representation;
  const ids = new Set<string>();
  if (id !== undefined) {
    const global = typeof id === "string" ? parseGlobalId(id) : null;
    if (global?.type !== type)
      return badRepresentation(`its \`id\` is not the global id of a ${type}`);
    ids.add(global.id);
  }
  if (own !== undefined) {
    const ownId = tryDecode(decodeString, own);
    if (ownId === null) return badRepresentation(`its \`${ownField}\` is not an id`);
    ids.add(ownId);
  }
  const [first, second] = ids;
  if (first === undefined) return badRepresentation(`it has neither \`id\` nor \`${ownField}\``);
  if (second !== undefined) return badRepresentation("its keys name different records");
  return first;
}

function badRepresentation(reason: string): GraphQLError {
  return new GraphQLError(`Invalid entity representation: ${reason}.`, {
    extensions: { code: "BAD_USER_INPUT" },
  });
}
