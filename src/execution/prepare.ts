import { setImmediate } from "node:timers/promises";
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  type Source,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql";
import { createArguments } from "./arguments.ts";
import { bindResolver, bindTypeOf, PlannedSelection } from "./bindings.ts";
import { toInputError, weighValues } from "./detached.ts";
import { leafPlanOf, quote } from "./leaf.ts";
import type { FieldPlan, ObjectPlan, OperationPlan, TypePlan, Variables } from "./plan.ts";

/** An operation of a valid document, and what its conditions depend on. */
export interface PrepareOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly source: Source;
  /** The coerced variables; none but those in `@skip` and `@include` matter. */
  readonly variables: Variables;
}

/** Fields that are prepared before other requests have their turn. */
const fieldsAtOnce = 1_000;

/**
 * Prepares an operation: merges its fields, resolves fragments and conditions, and binds resolvers, as graphql-js does anew at
 * each execution. Nothing of the document stays in the plan.
 */
export async function prepareOperation(options: PrepareOptions): Promise<OperationPlan> {
  return new Preparation(options).run();
}

/** The fields of one object by their names in the answer, each with all its places in the document. */
type MergedFields = Map<string, [FieldNode, ...FieldNode[]]>;

class Preparation {
  readonly #options: PrepareOptions;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  #fields = 0;
  #valuesWeight = 0;

  constructor(options: PrepareOptions) {
    this.#options = options;
    for (const definition of options.document.definitions) {
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
      this.#fragments.set(definition.name.value, definition);
    }
  }

  async run(): Promise<OperationPlan> {
    const { schema, operation, source } = this.#options;
    const type = schema.getRootType(operation.operation);
    if (!type) throw new TypeError(`the schema has no ${operation.operation}`);
    const root = await this.#planObject(type, [operation.selectionSet]);
    return { root, source, weight: this.#fields + this.#valuesWeight };
  }

  async #planObject(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
  ): Promise<ObjectPlan> {
    const merged: MergedFields = new Map();
    try {
      const seen = new Set<string>();
      for (const { selections } of selectionSets) this.#collect(type, selections, merged, seen);
    } catch (error) {
      if (error instanceof GraphQLError)
        return { fields: [], end: "", error: toInputError(error, this.#options.source) };
      throw error;
    }
    const fields: FieldPlan[] = [];
    let start = "{";
    let rank = 0;
    for (const [key, nodes] of merged) {
      await this.#giveWay();
      start += `${rank === 0 ? "" : ","}${quote(key)}:`;
      const field = this.#findField(type, nodes[0].name.value);
      if (field === TypeNameMetaFieldDef) start += quote(type.name);
      else {
        fields.push(await this.#planField(type, field, nodes, { key, rank, start }));
        start = "";
      }
      rank += 1;
    }
    return { fields, end: `${start}}`, error: null };
  }

  async #planField(
    parent: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    nodes: readonly [FieldNode, ...FieldNode[]],
    place: Pick<FieldPlan, "key" | "rank" | "start">,
  ): Promise<FieldPlan> {
    const [node] = nodes;
    for (const argument of node.arguments ?? []) this.#valuesWeight += weighValues(argument);
    const type = await this.#planType(field.type, nodes);
    return {
      ...place,
      parent,
      field,
      resolve: bindResolver(field),
      args: createArguments(field, node, this.#options.source),
      type,
      selection: new PlannedSelection(this.#options.schema, field.name, type),
      positions: nodes.map(({ loc }) => loc?.start ?? 0),
    };
  }

  async #planType(type: GraphQLOutputType, nodes: readonly FieldNode[]): Promise<TypePlan> {
    if (isNonNullType(type)) {
      return { ...(await this.#planType(type.ofType, nodes)), isNullable: false };
    }
    const isNullable = true;
    if (isListType(type)) {
      return { isNullable, kind: "list", of: await this.#planType(type.ofType, nodes) };
    }
    if (isLeafType(type)) return leafPlanOf(type);
    const selections = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (!isAbstractType(type)) {
      return { isNullable, kind: "object", plan: await this.#planObject(type, selections) };
    }
    const plans = new Map<string, ObjectPlan>();
    for (const possible of this.#options.schema.getPossibleTypes(type)) {
      plans.set(possible.name, await this.#planObject(possible, selections));
    }
    return { isNullable, kind: "abstract", typeOf: bindTypeOf(type), plans };
  }

  /** Adds what a selection has for an object of this type, in the order of its first places. */
  #collect(
    type: GraphQLObjectType,
    selections: readonly SelectionNode[],
    merged: MergedFields,
    seen: Set<string>,
  ): void {
    for (const selection of selections) {
      // Like graphql-js, which heeds a spread's conditions only where its fragment was not spread before.
      if (selection.kind === Kind.FRAGMENT_SPREAD && seen.has(selection.name.value)) continue;
      if (!this.#isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = merged.get(key);
        if (known) known.push(selection);
        else merged.set(key, [selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : this.#spread(selection.name.value, seen);
      if (!this.#applies(fragment, type)) continue;
      this.#collect(type, fragment.selectionSet.selections, merged, seen);
    }
  }

  #spread(name: string, seen: Set<string>): FragmentDefinitionNode {
    seen.add(name);
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) throw new TypeError("a valid document has its fragments");
    return fragment;
  }

  #applies(
    {
      typeCondition,
    }: Pick<FragmentDefinitionNode, "typeCondition"> | { readonly typeCondition?: undefined },
    type: GraphQLObjectType,
  ): boolean {
    if (typeCondition === undefined) return true;
    const { schema } = this.#options;
    const condition = schema.getType(typeCondition.name.value);
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
  }

  #isIncluded(selection: SelectionNode): boolean {
    if (!selection.directives?.length) return true;
    const { variables } = this.#options;
    const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
    if (skip?.["if"] === true) return false;
    const include = getDirectiveValues(GraphQLIncludeDirective, selection, variables);
    return include?.["if"] !== false;
  }

  #findField(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
    if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    const field = type.getFields()[name];
    if (field === undefined) throw new TypeError("a valid document has fields of its schema only");
    return field;
  }

  async #giveWay(): Promise<void> {
    this.#fields += 1;
    if (this.#fields % fieldsAtOnce === 0) await setImmediate();
  }
}
