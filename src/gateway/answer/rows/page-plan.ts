import type {
  FieldPlan,
  ObjectPlan,
  OperationPlan,
  TypePlan,
  Variables,
} from "../../../execution/plan.ts";
import type { Subject } from "../../../registry-client/records.ts";
import type { ConnectionParent } from "../../resolvers/types/parents.ts";
import type { RowList } from "./row-list.ts";

export type ListPage = ConnectionParent<Subject>;

export interface WantedPage {
  readonly size: number;
  readonly after: string | null;
  readonly wantsCount: boolean;
}

/**
 * The plan of an operation that reads one page of its list, and nothing of the page's rows.
 * @param take called with the page. Not called if the record does not exist whose list it is.
 */
export function planPage(
  { path, list }: RowList,
  wanted: WantedPage,
  take: (page: ListPage) => void,
): Pick<OperationPlan, "root"> {
  const { size: first, after } = wanted;
  const selection = select(list, wanted);
  const page: FieldPlan = {
    ...list,
    resolve: (parent, args, context, _, variables) =>
      list.resolve(parent, { ...args, first, after }, context, selection, variables),
    type: {
      kind: "leaf",
      isNullable: true,
      write(value) {
        // All lists that can be rows resolve to this.
        take(value as ListPage);
        return "0";
      },
    },
  };
  return { root: only(nest(path, page)) };
}

// The same operation with pages of another size, so that its cost can be estimated.
export function withPageSize({ path, list }: RowList, first: number): Pick<OperationPlan, "root"> {
  const { args } = list;
  const sized =
    typeof args === "function"
      ? (variables: Variables) => ({ ...args(variables), first })
      : { ...args, first };
  return { root: only(nest(path, { ...list, args: sized })) };
}

function nest(path: readonly FieldPlan[], list: FieldPlan): FieldPlan {
  const above = path.slice(0, -1);
  return above.reduceRight<FieldPlan>(
    (field, parent) => ({ ...parent, type: withOnly(field, parent.type) }),
    list,
  );
}

function withOnly(field: FieldPlan, type: TypePlan): TypePlan {
  if (type.kind === "object") return { ...type, plan: only(field) };
  if (type.kind !== "abstract") throw new TypeError("a list is selected in objects");
  const { name } = field.parentType;
  const plans = type.plans
    .entries()
    .map(([type, plan]) => [type, type === name ? only(field) : plan] as const);
  return { ...type, plans: new Map(plans) };
}

function only(field: FieldPlan): ObjectPlan {
  return { fields: [field], end: "}", length: 0, error: null };
}

// What is worked out of a page: its rows, whether there are more, and perhaps their number.
function select(list: FieldPlan, { wantsCount }: WantedPage): FieldPlan {
  return {
    ...list,
    isSelected(...path) {
      const [name, further] = path;
      if (further === undefined && name === "pageInfo") return true;
      return name === "totalCount" ? wantsCount : list.isSelected(...path);
    },
    selectionsOf: (...path) => (path[0] === "facets" ? [] : list.selectionsOf(...path)),
  };
}
