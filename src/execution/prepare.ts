import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type Source,
  TypeNameMetaFieldDef,
} from "graphql";
import { createArguments, lengthOf, toInputError } from "./arguments.ts";
import { type Fragments, fragmentsOf } from "./fragments.ts";
import { collectSubfields, getFieldDef } from "./graphql-js.ts";
import { leafPlanOf, quote } from "./leaf.ts";
import {
  type FieldPlan,
  type ObjectPlan,
  type OperationPlan,
  objectPlansOf,
  type TypePlan,
  type Variables,
} from "./plan.ts";

interface PrepareOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly source: Source;
  readonly variables: Variables;
}

// Approximate bytes of a plan, a field, a place of a field, and a character of arguments.
const planBytes = 400;
const fieldBytes = 180;
const nodeBytes = 8;
const argumentBytes = 50;

/**
 * Prepares an operation: merges fields, resolves fragments and conditions, and binds resolvers.
 * graphql-js does this at each execution. The plan has no reference to the parsed document.
 */
export function prepareOperation(options: PrepareOptions): OperationPlan {
  return new Preparation(options).run();
}

class Preparation {
  readonly #options: PrepareOptions;
  readonly #fragments: Fragments;
  #bytes = planBytes;

  constructor(options: PrepareOptions) {
    this.#options = options;
    this.#fragments = fragmentsOf(options.document);
  }

  run(): OperationPlan {
    const { schema, operation, source } = this.#options;
    const { operation: kind, selectionSet } = operation;
    const type = schema.getRootType(kind);
    if (!type) throw new TypeError(`the schema has no ${kind}`);
    const name = { kind: Kind.NAME, value: kind } as const;
    const root = this.#planObject(type, [{ kind: Kind.FIELD, name, selectionSet }]);
    return { root, source, bytes: this.#bytes };
  }

  /**
   * Plans an object. `__typename` is the same for every object, so it becomes part of the JSON
   * before the next field.
   * @param nodes the field that returns the object, at all its places in the document.
   */
  #planObject(type: GraphQLObjectType, nodes: readonly FieldNode[]): ObjectPlan {
    const collected = this.#collect(type, nodes);
    if (collected instanceof GraphQLError)
      return { fields: [], end: "", length: 0, error: collected };
    const fields: FieldPlan[] = [];
    let start = "{";
    let length = 0;
    let index = 0;
    for (const [responseKey, fieldNodes] of collected) {
      this.#bytes += fieldBytes + responseKey.length + fieldNodes.length * nodeBytes;
      start += `${index === 0 ? "" : ","}${quote(responseKey)}:`;
      if (fieldNodes[0]?.name.value === TypeNameMetaFieldDef.name) {
        start += quote(type.name);
      } else {
        fields.push(this.#planField(type, fieldNodes, { responseKey, index, start }));
        length += start.length;
        start = "";
      }
      index += 1;
    }
    const end = `${start}}`;
    return { fields, end, length: length + end.length, error: null };
  }

  // By response key, each with all its nodes in the document.
  #collect(type: GraphQLObjectType, nodes: readonly FieldNode[]) {
    const { schema, variables } = this.#options;
    try {
      return collectSubfields(schema, this.#fragments, variables, type, nodes);
    } catch (error) {
      if (error instanceof GraphQLError) return toInputError(error);
      throw error;
    }
  }

  #planField(
    parentType: GraphQLObjectType,
    nodes: readonly FieldNode[],
    { responseKey, index, start }: Pick<FieldPlan, "responseKey" | "index" | "start">,
  ): FieldPlan {
    const { schema } = this.#options;
    const [node] = nodes;
    const definition = node && getFieldDef(schema, parentType, node);
    if (!definition) throw new TypeError("a valid document only has fields of its schema");
    for (const argument of node.arguments ?? []) this.#bytes += lengthOf(argument) * argumentBytes;
    const positions = nodes.map(({ loc }) => loc?.start ?? 0);
    return {
      schema,
      fieldName: definition.name,
      isSelected,
      selectionsOf,
      readArguments,
      responseKey,
      index,
      parentType,
      definition,
      start,
      resolve: (definition.resolve ?? defaultFieldResolver) as unknown as FieldPlan["resolve"],
      args: createArguments(definition, node),
      type: this.#planType(definition.type, nodes),
      positions: positions.length > 1 ? positions : (positions[0] ?? 0),
    };
  }

  #planType(type: GraphQLOutputType, nodes: readonly FieldNode[]): TypePlan {
    if (isNonNullType(type)) {
      return { ...this.#planType(type.ofType, nodes), isNullable: false };
    }
    const isNullable = true;
    if (isListType(type)) {
      return { isNullable, kind: "list", of: this.#planType(type.ofType, nodes) };
    }
    if (isLeafType(type)) return leafPlanOf(type);
    if (!isAbstractType(type)) {
      return { isNullable, kind: "object", plan: this.#planObject(type, nodes) };
    }
    const plans = new Map<string, ObjectPlan>();
    for (const possible of this.#options.schema.getPossibleTypes(type)) {
      plans.set(possible.name, this.#planObject(possible, nodes));
    }
    const typeOf = (type.resolveType ?? typenameOf) as unknown as typeof typenameOf;
    return { isNullable, kind: "abstract", typeOf, plans };
  }
}

function typenameOf(value: unknown): unknown {
  return (value as { readonly __typename?: unknown }).__typename;
}

function isSelected(this: FieldPlan, ...path: readonly string[]): boolean {
  return this.selectionsOf(...path).length > 0;
}

function selectionsOf(this: FieldPlan, ...path: readonly string[]): readonly FieldPlan[] {
  return path.reduce<readonly FieldPlan[]>(
    (parents, name) => {
      const fields = parents.flatMap(({ type }) =>
        objectPlansOf(type).flatMap((plan) => plan.fields),
      );
      return fields.filter(({ definition }) => definition.name === name);
    },
    [this],
  );
}

function readArguments(this: FieldPlan, variables: Variables) {
  const { args } = this;
  try {
    return typeof args === "function" ? args(variables) : args;
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
