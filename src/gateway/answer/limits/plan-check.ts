import {
  type GraphQLField,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from "graphql";
import {
  type FieldPlan,
  type ObjectPlan,
  type OperationPlan,
  objectPlansOf,
  type Variables,
} from "../../../execution/plan.ts";
import { defaultPageSize } from "../../resolvers/request/context.ts";

const maxIds = 1_000;

const assumedEntries = 10;

const singleEntries: ReadonlySet<string> = new Set(["TagUidLookUp.matches"]);

const treeScalars: ReadonlySet<string> = new Set(["JSON", "JSONObject"]);

/** The limit that an operation exceeds with these variables, in words; null if there is none. */
export type PlanCheck = (plan: OperationPlan, variables: Variables) => string | null;

interface ResponseLimits {
  readonly maxObjects: number;
  readonly maxPageSize: number;
}

interface Size {
  readonly objects: number;
  readonly longestIdList: number;
  readonly usesVariables: boolean;
}

const empty: Size = { objects: 0, longestIdList: 0, usesVariables: false };

/**
 * Creates a check of how many ids an operation asks for in one list, and how many objects its
 * response may have. It takes time linear in the plan's size. If neither depends on a variable, a
 * plan is checked only once.
 */
export function createPlanCheck(schema: GraphQLSchema, limits: ResponseLimits): PlanCheck {
  const connectionTypes = findConnectionTypes(schema);
  const excesses = new WeakMap<OperationPlan, { readonly excess: string | null }>();
  return (plan, variables) => {
    const checked = excesses.get(plan);
    if (checked !== undefined) return checked.excess;
    const estimator = new SizeEstimator(limits, connectionTypes, variables);
    const size = estimator.sizeOfObject(plan.root, assumedEntries);
    const excess = findExcess(size, limits);
    if (!size.usesVariables) excesses.set(plan, { excess });
    return excess;
  };
}

function findConnectionTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()) : [],
  );
  return new Set(fields.filter(isPaged).map(({ type }) => getNamedType(type).name));
}

function findExcess(
  { objects, longestIdList }: Size,
  { maxObjects }: ResponseLimits,
): string | null {
  if (longestIdList > maxIds) return `The query asks for more than ${maxIds} ids in one list.`;
  if (objects <= maxObjects) return null;
  return `The response may have more than ${maxObjects} objects, as estimated.`;
}

class SizeEstimator {
  readonly #limits: ResponseLimits;
  readonly #connectionTypes: ReadonlySet<string>;
  readonly #variables: Variables;

  constructor(limits: ResponseLimits, connectionTypes: ReadonlySet<string>, variables: Variables) {
    this.#limits = limits;
    this.#connectionTypes = connectionTypes;
    this.#variables = variables;
  }

  /**
   * The size of all fields of an object. @param rows how many rows the object has, if it is a
   * connection.
   */
  sizeOfObject({ fields }: ObjectPlan, rows: number): Size {
    let size = empty;
    for (const field of fields) size = add(size, this.#sizeOfField(field, rows));
    return size;
  }

  #sizeOfField(field: FieldPlan, rows: number): Size {
    const entry = this.#sizeOfEntry(field);
    if (!isList(field.definition.type)) return entry;
    if (singleEntries.has(`${field.parentType.name}.${field.definition.name}`)) return entry;
    if (this.#connectionTypes.has(field.parentType.name)) return multiply(entry, rows);
    const idList = field.definition.args.find(({ type }) => isList(type));
    if (idList === undefined) return multiply(entry, assumedEntries);
    const ids = this.#readArguments(field)[idList.name];
    const length = Array.isArray(ids) ? ids.length : undefined;
    const list = { ...empty, longestIdList: length ?? 0, usesVariables: usesVariables(field) };
    return add(list, multiply(entry, length ?? assumedEntries));
  }

  #sizeOfEntry(field: FieldPlan): Size {
    const type = getNamedType(field.definition.type);
    if (!isCompositeType(type) && !treeScalars.has(type.name)) return empty;
    const isPage = isPaged(field.definition);
    const rows = isPage ? this.#readPageSize(field) : assumedEntries;
    const self = { ...empty, objects: 1, usesVariables: isPage && usesVariables(field) };
    const sizes = objectPlansOf(field.type).map((plan) => this.sizeOfObject(plan, rows));
    // If the type is an interface, the largest of its objects counts.
    return add(self, sizes.reduce(larger, empty));
  }

  #readPageSize(field: FieldPlan): number {
    const { first, last } = this.#readArguments(field);
    const sizes = [first, last].filter((size) => typeof size === "number");
    const size = sizes.length === 0 ? defaultPageSize : Math.max(0, ...sizes);
    return Math.min(size, this.#limits.maxPageSize);
  }

  #readArguments({ args }: FieldPlan): Readonly<Record<string, unknown>> {
    if (typeof args !== "function") return args;
    try {
      return args(this.#variables);
    } catch {
      return {};
    }
  }
}

function isPaged({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ name }) => name === "first");
}

function isList(type: GraphQLType): boolean {
  return isListType(getNullableType(type));
}

function usesVariables({ args }: FieldPlan): boolean {
  return typeof args === "function";
}

function add(one: Size, other: Size): Size {
  return other === empty ? one : combine(one, other, one.objects + other.objects);
}

function larger(one: Size, other: Size): Size {
  return combine(one, other, Math.max(one.objects, other.objects));
}

function multiply(size: Size, by: number): Size {
  return size === empty ? empty : { ...size, objects: size.objects * by };
}

function combine(one: Size, other: Size, objects: number): Size {
  return {
    objects,
    longestIdList: Math.max(one.longestIdList, other.longestIdList),
    usesVariables: one.usesVariables || other.usesVariables,
  };
}
