import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from "graphql";
import type { FieldPlan, ObjectPlan, OperationPlan, Variables } from "../../../execution/plan.ts";
import { objectPlansOf } from "../../../execution/plan.ts";
import { defaultPageSize } from "../../../graphql/page-size.ts";

/** Maximum number of ids in one list, as in `nodes(ids:)`. */
const maxIds = 1_000;

/** The assumed length of a list that neither an argument nor a page determines. */
const assumedEntries = 10;

/** The scalars whose values may be whole trees. They count as objects. */
const treeScalars: ReadonlySet<string> = new Set(["JSON", "JSONObject"]);

/** The limit that an operation exceeds with these variables, in words; null if there is none. */
export type PlanCheck = (plan: OperationPlan, variables: Variables) => string | null;

/** The settings that limit a response. */
export interface ResponseLimits {
  /** Maximum number of objects in a response, as estimated. */
  readonly MAX_QUERY_NODES: number;
  /** Maximum page size of a connection. */
  readonly MAX_PAGE_SIZE: number;
}

/**
 * Creates a check of how many ids an operation asks for, and how many objects its response may have. It takes time linear in the plan's
 * size. A plan whose sizes depend on no variable is checked only once.
 */
export function createPlanCheck(schema: GraphQLSchema, limits: ResponseLimits): PlanCheck {
  const connectionTypes = findConnectionTypes(schema);
  const excesses = new WeakMap<OperationPlan, { readonly excess: string | null }>();
  return (plan, variables) => {
    const checked = excesses.get(plan);
    if (checked !== undefined) return checked.excess;
    const estimate = new Estimate(limits, connectionTypes, variables);
    const excess = estimate.findExcess(plan);
    if (!estimate.usesVariables) excesses.set(plan, { excess });
    return excess;
  };
}

/** The names of the connection types, which are the types of the fields that take `first`. */
function findConnectionTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()) : [],
  );
  return new Set(fields.filter(isPaged).map(({ type }) => getNamedType(type).name));
}

function isPaged({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ name }) => name === "first");
}

/** An estimate of a response's objects. Each is used for one plan. */
class Estimate {
  /** Whether a size comes from a variable. */
  usesVariables = false;
  readonly #limits: ResponseLimits;
  readonly #connectionTypes: ReadonlySet<string>;
  readonly #variables: Variables;
  #longestIdList = 0;

  constructor(limits: ResponseLimits, connectionTypes: ReadonlySet<string>, variables: Variables) {
    this.#limits = limits;
    this.#connectionTypes = connectionTypes;
    this.#variables = variables;
  }

  findExcess({ root }: OperationPlan): string | null {
    const { MAX_QUERY_NODES } = this.#limits;
    const objects = this.#countIn(root, assumedEntries);
    if (this.#longestIdList > maxIds)
      return `The query asks for more than ${maxIds} ids in one list.`;
    if (objects <= MAX_QUERY_NODES) return null;
    return `The response may have more than ${MAX_QUERY_NODES} objects, as estimated (the gateway's setting MAX_QUERY_NODES).`;
  }

  /** The objects in the fields of an object. @param rows how many rows it has, if it is a connection. */
  #countIn({ fields }: ObjectPlan, rows: number): number {
    let objects = 0;
    for (const field of fields) {
      objects += this.#countEntry(field) * this.#countEntries(field, rows);
    }
    return objects;
  }

  /** The objects in a field's value, or in one entry of its list. */
  #countEntry(plan: FieldPlan): number {
    const type = getNamedType(plan.definition.type);
    const self = isCompositeType(type) || treeScalars.has(type.name) ? 1 : 0;
    const rows = isPaged(plan.definition) ? this.#readPageSize(plan) : assumedEntries;
    const counts = objectPlansOf(plan.type).map((object) => this.#countIn(object, rows));
    // If the type is an interface, the largest of its objects counts.
    return self + Math.max(0, ...counts);
  }

  /** The entries of a field's list; 1 for a field that is not a list. */
  #countEntries(plan: FieldPlan, rows: number): number {
    if (!isListType(getNullableType(plan.definition.type))) return 1;
    return this.#connectionTypes.has(plan.parentType.name) ? rows : this.#readLength(plan);
  }

  /** A field's arguments. Empty if they cannot be read, because the field will not be resolved then. */
  #readArguments({ args }: FieldPlan): Readonly<Record<string, unknown>> {
    if (typeof args !== "function") return args;
    this.usesVariables = true;
    try {
      return args(this.#variables);
    } catch {
      return {};
    }
  }

  /** The size of a connection's page, by its arguments. The resolver will refuse a bad size. */
  #readPageSize(plan: FieldPlan): number {
    const { first, last } = this.#readArguments(plan);
    const sizes = [first, last].filter((size) => typeof size === "number");
    const size = sizes.length === 0 ? defaultPageSize : Math.max(0, ...sizes);
    return Math.min(size, this.#limits.MAX_PAGE_SIZE);
  }

  /** The length of a list: that of the list among its arguments. */
  #readLength(plan: FieldPlan): number {
    const listed = plan.definition.args.find(({ type }) => isListType(getNullableType(type)));
    if (listed === undefined) return assumedEntries;
    const list = this.#readArguments(plan)[listed.name];
    if (!Array.isArray(list)) return assumedEntries;
    this.#longestIdList = Math.max(this.#longestIdList, list.length);
    return list.length;
  }
}
