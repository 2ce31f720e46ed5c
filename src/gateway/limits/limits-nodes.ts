import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValueNode,
  valueFromASTUntyped,
} from "graphql";
import { defaultPageSize } from "../../graphql/resolvers/connection.ts";
import { tooComplex } from "./limits.ts";
import { fragmentsOf } from "./limits-shape.ts";

/** Ids that may be asked for in one list, as in `nodes(ids:)`. */
export const maxIds = 1_000;

/** Entries that a list is taken to have where neither an argument nor the list's page tells. */
const assumedEntries = 10;

/** Leaves that may hold a whole tree: they count like objects. */
const treeScalars: ReadonlySet<string> = new Set(["JSON", "JSONObject"]);

/**
 * Tells why a valid operation is too complex with these variables, raw or coerced; null where it is not. It takes time
 * linear in the document, and for an operation whose sizes come from no variable that only once.
 */
export type OperationCheck = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
) => GraphQLError | null;

/** What the estimate is made from. */
export interface OperationCheckOptions {
  readonly schema: GraphQLSchema;
  readonly maxNodes: number;
  /** The largest page of a connection. */
  readonly maxPageSize: number;
}

/** A check of the number of ids and of the objects that an answer may have. */
export function createOperationCheck(options: OperationCheckOptions): OperationCheck {
  const pageTypes = findPageTypes(options.schema);
  const verdicts = new WeakMap<OperationDefinitionNode, GraphQLError | null>();
  return (document, operation, variables) => {
    const known = verdicts.get(operation);
    if (known !== undefined) return known;
    const estimate = new Estimate(options, pageTypes, { document, operation, variables });
    const verdict = estimate.check();
    if (!estimate.usesVariables) verdicts.set(operation, verdict);
    return verdict;
  };
}

/** The connections: types of the fields that take `first`. */
function findPageTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()) : [],
  );
  return new Set(fields.filter(isPaged).map(({ type }) => getNamedType(type).name));
}

function isPaged({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ name }) => name === "first");
}

/** One operation with its variables. */
interface Request {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Objects of a selection: those that it has anyway, and those that it has for each row of its connection's page. */
interface Cost {
  readonly fixed: number;
  readonly perRow: number;
}

const nothing: Cost = { fixed: 0, perRow: 0 };

class Estimate {
  /** Whether a size was taken from a variable. */
  usesVariables = false;
  readonly #options: OperationCheckOptions;
  readonly #pageTypes: ReadonlySet<string>;
  readonly #request: Request;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #costs = new Map<string, Cost>();
  #mostIds = 0;

  constructor(options: OperationCheckOptions, pageTypes: ReadonlySet<string>, request: Request) {
    this.#options = options;
    this.#pageTypes = pageTypes;
    this.#request = request;
    this.#fragments = fragmentsOf(request.document);
  }

  check(): GraphQLError | null {
    const { schema, maxNodes } = this.#options;
    const { operation, selectionSet } = this.#request.operation;
    const { fixed } = this.#costOf(selectionSet, schema.getRootType(operation));
    if (this.#mostIds > maxIds) {
      return tooComplex(`The query asks for more than ${maxIds} ids in one list.`);
    }
    if (fixed <= maxNodes) return null;
    return tooComplex(
      `The answer may have more than ${maxNodes} objects, as estimated (the gateway's setting MAX_QUERY_NODES).`,
    );
  }

  #costOf({ selections }: SelectionSetNode, parent: GraphQLNamedType | null | undefined): Cost {
    let [fixed, perRow] = [0, 0];
    for (const selection of selections) {
      const cost = this.#costOfSelection(selection, parent);
      fixed += cost.fixed;
      perRow += cost.perRow;
    }
    return { fixed, perRow };
  }

  #costOfSelection(selection: SelectionNode, parent: GraphQLNamedType | null | undefined): Cost {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.#costOfField(selection, parent);
      case Kind.INLINE_FRAGMENT: {
        const { typeCondition, selectionSet } = selection;
        return this.#costOf(selectionSet, typeCondition ? this.#typeOf(typeCondition) : parent);
      }
      case Kind.FRAGMENT_SPREAD:
        return this.#costOfFragment(selection.name.value);
      default:
        return selection satisfies never;
    }
  }

  #costOfFragment(name: string): Cost {
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) return nothing;
    let cost = this.#costs.get(name);
    if (cost === undefined) {
      cost = this.#costOf(fragment.selectionSet, this.#typeOf(fragment.typeCondition));
      this.#costs.set(name, cost);
    }
    return cost;
  }

  #costOfField(node: FieldNode, parent: GraphQLNamedType | null | undefined): Cost {
    const field = this.#findField(parent, node.name.value);
    if (field === undefined) return nothing;
    const type = getNamedType(field.type);
    const inner = node.selectionSet === undefined ? nothing : this.#costOf(node.selectionSet, type);
    const rows = isPaged(field) ? this.#readPageSize(node) : assumedEntries;
    const self = isCompositeType(type) || treeScalars.has(type.name) ? 1 : 0;
    const one = self + inner.fixed + rows * inner.perRow;
    if (!isListType(getNullableType(field.type))) return { fixed: one, perRow: 0 };
    if (this.#pageTypes.has(parent?.name ?? "")) return { fixed: 0, perRow: one };
    return { fixed: one * this.#readLength(node, field), perRow: 0 };
  }

  #findField(
    parent: GraphQLNamedType | null | undefined,
    name: string,
  ): GraphQLField<unknown, unknown> | undefined {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  }

  #typeOf({ name }: { readonly name: { readonly value: string } }): GraphQLNamedType | undefined {
    return this.#options.schema.getType(name.value);
  }

  /** Rows of a connection's page, as its arguments have it. What is no size is refused when the field is resolved. */
  #readPageSize({ arguments: given = [] }: FieldNode): number {
    const sizes = given
      .filter(({ name: { value: name } }) => name === "first" || name === "last")
      .map((argument) => this.#readValue(argument))
      .filter((size) => typeof size === "number");
    const size = sizes.length === 0 ? defaultPageSize : Math.max(0, ...sizes);
    return Math.min(size, this.#options.maxPageSize);
  }

  /** Entries of a list: as many as the list in its arguments has. */
  #readLength({ arguments: given = [] }: FieldNode, { args }: GraphQLField<unknown, unknown>) {
    const listed = args.find(({ type }) => isListType(getNullableType(type)));
    const argument = given.find(({ name }) => name.value === listed?.name);
    if (argument === undefined) return assumedEntries;
    const list = this.#readValue(argument);
    const length = Array.isArray(list) ? list.length : 1;
    this.#mostIds = Math.max(this.#mostIds, length);
    return length;
  }

  #readValue({ value }: ArgumentNode): unknown {
    if (value.kind !== Kind.VARIABLE) return readLiteral(value);
    this.usesVariables = true;
    const { variables, operation } = this.#request;
    const name = value.name.value;
    if (Object.hasOwn(variables, name)) return variables[name];
    const definition = operation.variableDefinitions?.find(
      ({ variable }) => variable.name.value === name,
    );
    return definition?.defaultValue && readLiteral(definition.defaultValue);
  }
}

/** A literal; of a list, its length is all that is of use. */
function readLiteral(value: ValueNode): unknown {
  return value.kind === Kind.LIST ? value.values : valueFromASTUntyped(value);
}
