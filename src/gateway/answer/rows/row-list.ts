import { getNamedType } from "graphql";
import {
  type FieldPlan,
  type ObjectPlan,
  type OperationPlan,
  objectPlansOf,
  type TypePlan,
} from "../../../execution/plan.ts";
import { type RefusedError, refusal } from "../refusals.ts";

// The one list of an operation that can be sent as rows.
export interface RowList {
  // From a field of the root to the list.
  readonly path: readonly FieldPlan[];
  readonly list: FieldPlan;
  // `nodes` or `edges`.
  readonly entries: FieldPlan;
  readonly entry: ObjectPlan;
}

// May stand beside the list, or above it, and is neither in the file nor worked out.
const besides: ReadonlySet<string> = new Set(["id", "projectId"]);

const connections: ReadonlySet<string> = new Set(["TagConnection", "TerminalConnection"]);

/**
 * Finds the list that an operation selects, at its root, of its project or of one record.
 * @throws RefusedError 400 `BAD_USER_INPUT` if it selects none, several, or something else.
 */
export function findRowList({ root }: OperationPlan): RowList {
  const path: FieldPlan[] = [];
  for (let plan = root; ; ) {
    const [field, another] = plan.fields.filter(({ fieldName }) => !besides.has(fieldName));
    if (field === undefined || another !== undefined) throw notOneList(plan);
    path.push(field);
    if (field.type.kind === "object" && connections.has(getNamedType(field.definition.type).name)) {
      return { path, list: field, ...findEntries(field, field.type.plan) };
    }
    plan = only(field.type);
  }
}

// Of an interface, the one type of which something is selected.
function only(type: TypePlan): ObjectPlan {
  const plans = type.kind === "list" ? [] : objectPlansOf(type);
  const [plan, another] = plans.filter(({ fields }) => fields.length > 0);
  if (plan === undefined || another !== undefined) throw notOneList(plan);
  return plan;
}

function notOneList(plan: ObjectPlan | undefined): RefusedError {
  const found = plan?.fields.map(({ responseKey }) => responseKey).join(", ");
  const message = `Rows are of one list: expected a query that selects only \`tags\`, \`terminals\`, or such a list of one record${found ? `, and found ${found}` : ""}.`;
  return refusal(400, "BAD_USER_INPUT", message);
}

function findEntries(list: FieldPlan, { fields }: ObjectPlan): Pick<RowList, "entries" | "entry"> {
  const all = fields.filter(({ fieldName }) => fieldName === "nodes" || fieldName === "edges");
  const [entries, another] = all;
  if (entries === undefined || another !== undefined) {
    const message = `Rows are the \`nodes\` of a list or its \`edges\`: expected one of them in \`${list.responseKey}\`.`;
    throw refusal(400, "BAD_USER_INPUT", message);
  }
  const [entry] = objectPlansOf(entries.type);
  if (entry === undefined) throw new TypeError("the entries of a list are objects");
  return { entries, entry };
}
