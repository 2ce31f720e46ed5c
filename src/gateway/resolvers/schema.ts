import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
// Keep to the version that Apollo Server depends on, so that it is installed and loaded once.
import { makeExecutableSchema } from "@graphql-tools/schema";
import {
  type DefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type ObjectTypeExtensionNode,
  parse,
  print,
  type ValueNode,
  valueFromASTUntyped,
} from "graphql";
import { parseDateTime } from "../../registry-client/date-string.ts";
import { entityResolvers } from "./entities.ts";
import { resolvers as fieldResolvers, subscriptionResolvers } from "./index.ts";

const folder = join(import.meta.dirname, "../../../schema");

interface SchemaOptions {
  readonly federation?: boolean;
  readonly introspection?: boolean;
  readonly subscriptions?: boolean;
}

type TextOptions = Pick<SchemaOptions, "subscriptions">;

const subscriptionFile = "subscription.graphql";

export function readTypeDefinitions({ subscriptions = true }: TextOptions = {}): string {
  const files = readdirSync(folder).filter((file) => file.endsWith(".graphql"));
  const served = files.filter((file) => subscriptions || file !== subscriptionFile);
  return served.sort().map(readFile).join("\n");
}

export function readSubgraph(options: TextOptions = {}): string {
  const { definitions } = parse(readTypeDefinitions(options));
  const extensions = parse(readFile("federation/subgraph.graphql")).definitions;
  const types = extensions.filter((node) => node.kind === Kind.OBJECT_TYPE_EXTENSION);
  return print({
    kind: Kind.DOCUMENT,
    definitions: [
      ...extensions.filter((node) => node.kind !== Kind.OBJECT_TYPE_EXTENSION),
      ...definitions.map((definition) => withDirectives(definition, types)),
    ],
  });
}

const loaded = new Map<string, GraphQLSchema>();

/**
 * The schema with its resolvers: one for all gateways of a process, so nobody may change it. Making
 * it is most of a start.
 */
export function loadSchema(options: Required<SchemaOptions>): GraphQLSchema {
  const { federation, introspection, subscriptions } = options;
  const choice = [federation, introspection, subscriptions].join();
  const schema = loaded.get(choice) ?? createSchema(options);
  loaded.set(choice, schema);
  return schema;
}

export function createSchema(options: SchemaOptions = {}): GraphQLSchema {
  const { federation = false, introspection = true, subscriptions = true } = options;
  const resolvers = {
    ...fieldResolvers,
    ...scalars,
    ...(subscriptions && subscriptionResolvers),
  };
  const text = { subscriptions };
  if (!federation) return makeExecutableSchema({ typeDefs: readTypeDefinitions(text), resolvers });
  const sdl = readSubgraph(text);
  const entities = [sdl, readFile("federation/entities.graphql")];
  if (!introspection) {
    return makeExecutableSchema({ typeDefs: entities, resolvers: [resolvers, entityResolvers] });
  }
  const service = { Query: { _service: () => ({ sdl }) } };
  return makeExecutableSchema({
    typeDefs: [...entities, readFile("federation/service.graphql")],
    resolvers: [resolvers, entityResolvers, service],
  });
}

/**
 * Moves the directives of a type's extensions to its definition. There, `@shareable` covers all of
 * the type's fields.
 */
function withDirectives(
  definition: DefinitionNode,
  extensions: readonly ObjectTypeExtensionNode[],
): DefinitionNode {
  if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
  const directives = extensions
    .filter(({ name }) => name.value === definition.name.value)
    .flatMap((extension) => extension.directives ?? []);
  return { ...definition, directives: [...(definition.directives ?? []), ...directives] };
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
