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

/** Ids that may be asked for in one list, as in `nodes(ids:)`. */
export const maxIds = 1_000;

/** Entries that a list is taken to have where neither an argument nor the list's page tells. */
const assumedEntries = 10;

/** Leaves that may hold a whole tree: they count like objects. */
const treeScalars: ReadonlySet<string> = new Set(["JSON", "JSONObject"]);

/** Tells how an operation is too complex with these variables; null where it is not. */
export type PlanCheck = (plan: OperationPlan, variables: Variables) => string | null;

/** What the estimate is made from. */
export interface PlanCheckOptions {
  readonly schema: GraphQLSchema;
  readonly maxNodes: number;
  /** The largest page of a connection. */
  readonly maxPageSize: number;
}

/**
 * A check of the number of ids and of the objects that an answer may have. It takes time linear in the plan, and for an
 * operation whose sizes come from no variable that only once.
 */
export function createPlanCheck(options: PlanCheckOptions): PlanCheck {
  const pageTypes = findPageTypes(options.schema);
  const verdicts = new WeakMap<OperationPlan, { readonly excess: string | null }>();
  return (plan, variables) => {
    const known = verdicts.get(plan);
    if (known !== undefined) return known.excess;
    const estimate = new Estimate(options, pageTypes, variables);
    const excess = estimate.findExcess(plan);
    if (!estimate.usesVariables) verdicts.set(plan, { excess });
    return excess;
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

class Estimate {
  /** Whether a size may come from a variable. */
  usesVariables = false;
  readonly #options: PlanCheckOptions;
  readonly #pageTypes: ReadonlySet<string>;
  readonly #variables: Variables;
  #mostIds = 0;

  constructor(options: PlanCheckOptions, pageTypes: ReadonlySet<string>, variables: Variables) {
    this.#options = options;
    this.#pageTypes = pageTypes;
    this.#variables = variables;
  }

  findExcess({ root }: OperationPlan): string | null {
    const { maxNodes } = this.#options;
    const objects = this.#countIn(root, assumedEntries);
    if (this.#mostIds > maxIds) return `The query asks for more than ${maxIds} ids in one list.`;
    if (objects <= maxNodes) return null;
    return `The answer may have more than ${maxNodes} objects, as estimated (the gateway's setting MAX_QUERY_NODES).`;
  }

  /** @param rows how many rows the object has, if it is a connection. */
  #countIn({ fields }: ObjectPlan, rows: number): number {
    let objects = 0;
    for (const field of fields) objects += this.#countField(field, rows);
    return objects;
  }

  #countField(plan: FieldPlan, rows: number): number {
    const { field, parent } = plan;
    const type = getNamedType(field.type);
    const self = isCompositeType(type) || treeScalars.has(type.name) ? 1 : 0;
    const inner = isPaged(field) ? this.#readPageSize(plan) : assumedEntries;
    // Of an interface, the type that has most.
    const within = objectPlansOf(plan.type).map((object) => this.#countIn(object, inner));
    const one = self + Math.max(0, ...within);
    if (!isListType(getNullableType(field.type))) return one;
    return one * (this.#pageTypes.has(parent.name) ? rows : this.#readLength(plan));
  }

  /** A field's arguments; none where they cannot be read, as the field is not resolved then. */
  #readArguments({ args }: FieldPlan): Readonly<Record<string, unknown>> {
    if (typeof args !== "function") return args;
    this.usesVariables = true;
    try {
      return args(this.#variables);
    } catch {
      return {};
    }
  }

  /** Rows of a connection's page, as its arguments have it. What is no size is refused when the field is resolved. */
  #readPageSize(plan: FieldPlan): number {
    const { first, last } = this.#readArguments(plan);
    const sizes = [first, last].filter((size) => typeof size === "number");
    const size = sizes.length === 0 ? defaultPageSize : Math.max(0, ...sizes);
    return Math.min(size, this.#options.maxPageSize);
  }

  /** Entries of a list: as many as the list in its arguments has. */
  #readLength(plan: FieldPlan): number {
    const listed = plan.field.args.find(({ type }) => isListType(getNullableType(type)));
    if (listed === undefined) return assumedEntries;
    const list = this.#readArguments(plan)[listed.name];
    if (!Array.isArray(list)) return assumedEntries;
    this.#mostIds = Math.max(this.#mostIds, list.length);
    return list.length;
  }
}
