import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
// Keep to the version that Apollo Server depends on, so that it is installed and loaded once.
import { makeExecutableSchema } from "@graphql-tools/schema";
import {
  type DefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  isTypeExtensionNode,
  Kind,
  type NameNode,
  parse,
  print,
  type TypeExtensionNode,
  type ValueNode,
  valueFromASTUntyped,
} from "graphql";
import { parseDateTime } from "../../registry-client/date-string.ts";
import { entityResolvers } from "./entities.ts";
import { resolvers as fieldResolvers, subscriptionResolvers } from "./index.ts";
import { noOwnFields, type OwnFields } from "./own-fields/own-fields.ts";
import { createOwnResolvers } from "./own-fields/own-resolvers.ts";
import { printOwnSchema } from "./own-fields/own-schema.ts";

const folder = join(import.meta.dirname, "../../../schema");

interface SchemaOptions {
  readonly federation?: boolean;
  readonly introspection?: boolean;
  readonly subscriptions?: boolean;
  readonly ownFields?: OwnFields;
}

type TextOptions = Pick<SchemaOptions, "subscriptions" | "ownFields">;

const subscriptionFile = "subscription.graphql";

export function readTypeDefinitions(options: TextOptions = {}): string {
  const { subscriptions = true, ownFields = noOwnFields } = options;
  const files = readdirSync(folder).filter((file) => file.endsWith(".graphql"));
  const served = files.filter((file) => subscriptions || file !== subscriptionFile);
  const sdl = served.sort().map(readFile).join("\n");
  const own = printOwnSchema(ownFields);
  return own.trim() === "" ? sdl : extend(sdl, own);
}

export function readSubgraph(options: TextOptions = {}): string {
  return extend(readTypeDefinitions(options), readFile("federation/subgraph.graphql"));
}

const loaded = new WeakMap<OwnFields, Map<string, GraphQLSchema>>();

/**
 * The schema with its resolvers: one for all gateways of a process without own fields, so nobody
 * may change it. Making it is most of a start.
 */
export function loadSchema(options: Required<SchemaOptions>): GraphQLSchema {
  const { federation, introspection, subscriptions, ownFields } = options;
  const choices = loaded.get(ownFields) ?? new Map<string, GraphQLSchema>();
  loaded.set(ownFields, choices);
  const choice = [federation, introspection, subscriptions].join();
  const schema = choices.get(choice) ?? createSchema(options);
  choices.set(choice, schema);
  return schema;
}

export function createSchema(options: SchemaOptions = {}): GraphQLSchema {
  const { federation = false, introspection = true, subscriptions = true } = options;
  const { ownFields = noOwnFields } = options;
  const resolvers = [
    fieldResolvers,
    scalars,
    subscriptions ? subscriptionResolvers : {},
    createOwnResolvers(ownFields),
  ];
  const text = { subscriptions, ownFields };
  if (!federation) return makeExecutableSchema({ typeDefs: readTypeDefinitions(text), resolvers });
  const sdl = readSubgraph(text);
  const entities = [sdl, readFile("federation/entities.graphql")];
  const all = [...resolvers, entityResolvers];
  if (!introspection) return makeExecutableSchema({ typeDefs: entities, resolvers: all });
  const service = { Query: { _service: () => ({ sdl }) } };
  return makeExecutableSchema({
    typeDefs: [...entities, readFile("federation/service.graphql")],
    resolvers: [...all, service],
  });
}

/**
 * Merges the extensions of types into their definitions. Only there does a directive such as
 * `@shareable` cover all fields of the type.
 */
function extend(sdl: string, more: string): string {
  const added = parse(more).definitions;
  const extensions = added.filter((node) => isTypeExtensionNode(node));
  const definitions = parse(sdl).definitions.map((definition) =>
    extensions
      .filter(({ name }) => "name" in definition && definition.name?.value === name.value)
      .reduce(merge, definition),
  );
  const others = added.filter((node) => !isTypeExtensionNode(node));
  return print({ kind: Kind.DOCUMENT, definitions: [...definitions, ...others] });
}

function merge(definition: DefinitionNode, extension: TypeExtensionNode): DefinitionNode {
  switch (definition.kind) {
    case Kind.OBJECT_TYPE_DEFINITION: {
      if (extension.kind !== Kind.OBJECT_TYPE_EXTENSION) return definition;
      const directives = [...(definition.directives ?? []), ...(extension.directives ?? [])];
      return { ...definition, directives, fields: insert(definition.fields, extension.fields) };
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      if (extension.kind !== Kind.INPUT_OBJECT_TYPE_EXTENSION) return definition;
      return { ...definition, fields: insert(definition.fields, extension.fields) };
    case Kind.ENUM_TYPE_DEFINITION:
      if (extension.kind !== Kind.ENUM_TYPE_EXTENSION) return definition;
      return { ...definition, values: insert(definition.values, extension.values) };
    default:
      return definition;
  }
}

/** New members stand before the additional data, if there is any. */
function insert<Member extends { readonly name: NameNode }>(
  members: readonly Member[] = [],
  added: readonly Member[] = [],
): readonly Member[] {
  const place = members.findIndex(({ name }) => /^additional_?data$/i.test(name.value));
  return members.toSpliced(place < 0 ? members.length : place, 0, ...added);
}

function readFile(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/**
 * How the schema's own scalars read values from a caller. A scalar that is not listed accepts any
 * value.
 */
const scalars = {
  DateTime: {
    __parseValue: (value: unknown) => checkDateTime(value),
    __parseLiteral: (node: ValueNode) => checkDateTime(valueFromASTUntyped(node), node),
  },
};

function checkDateTime(value: unknown, node?: ValueNode): string {
  if (typeof value === "string" && parseDateTime(value) !== null) return value;
  const message =
    "A DateTime is RFC 3339 text of a time that exists, such as `2026-03-01T09:30:00Z`.";
  throw new GraphQLError(message, { nodes: node ?? null });
}
