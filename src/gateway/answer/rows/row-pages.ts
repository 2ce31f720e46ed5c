import type { GraphQLFormattedError } from "graphql";
import type { Logger } from "pino";
import { executePlan } from "../../../execution/execute.ts";
import { FieldError, toGraphqlErrors } from "../../../execution/field-error.ts";
import type { ObjectPlan, OperationPlan, Variables } from "../../../execution/plan.ts";
import type { Bearer } from "../../keys/token.ts";
import type { RequestContext } from "../context.ts";
import { formatErrors } from "../errors.ts";
import { overloaded } from "../refusals.ts";
import {
  listIncomplete,
  positionLost,
  scanTooLarge,
  toFileRefusal,
  tokenGone,
} from "./file-refusals.ts";
import { type ListPage, planPage } from "./page-plan.ts";
import type { RowList } from "./row-list.ts";

export interface Row {
  // JSON of an object, or `null` for a record that cannot be read.
  readonly text: string;
  readonly errors: readonly GraphQLFormattedError[];
}

interface RowSource {
  readonly list: RowList;
  readonly plan: OperationPlan;
  readonly variables: Variables;
  readonly context: RequestContext;
  readonly bearer: Bearer | undefined;
  readonly pageSize: number;
  readonly maxRows: number;
  readonly log: Logger;
}

// A value that says this of itself is an empty cell. With any other error, the file breaks.
const unreadable = "REGISTRY_BAD_RESPONSE";

/**
 * The rows of a list, page by page, each with the deadline and the REST calls of a request. What
 * comes from a snapshot comes from the same one throughout.
 */
export class RowPages {
  readonly #source: RowSource;
  readonly #limits = { maxLength: Number.POSITIVE_INFINITY, onTooLong() {} };
  readonly #wantsAll: boolean;
  #left: number;
  #after: string | null = null;
  #hasBegun = false;
  isOver = false;

  /** @param first how many rows are wanted, at most `maxRows`; null for all. */
  constructor(source: RowSource, first: number | null) {
    this.#source = source;
    this.#wantsAll = first === null;
    this.#left = first ?? source.maxRows;
  }

  /**
   * The next rows: none if the list has none, or if there is no record whose list it would be.
   * @throws RefusedError
   */
  async read(): Promise<readonly Row[]> {
    const { context, bearer } = this.#source;
    if (this.#hasBegun) context.beginPart();
    try {
      if (bearer !== undefined && bearer.standing() !== "holds") throw tokenGone();
      const page = await this.#readPage();
      const rows = page === null ? [] : await this.#executeRows(page);
      if (context.warnings.some(({ code }) => code === "LIST_INCOMPLETE")) throw listIncomplete();
      this.#advance(page);
      return rows;
    } catch (error) {
      throw context.isGivenUp ? overloaded() : error;
    }
  }

  async #readPage(): Promise<ListPage | null> {
    const { context, maxRows } = this.#source;
    const page = await this.#fetch();
    if (Number(page?.totalCount ?? 0) > maxRows && this.#wantsCount) throw scanTooLarge(maxRows);
    this.#hasBegun = true;
    if (page === null || page.warnings.length === 0) return page;
    // Rows have come and gone around the last one. The whole list shows where it stands.
    context.readsWhole = true;
    const whole = await this.#fetch();
    if (whole === null || whole.warnings.length > 0) throw positionLost();
    return whole;
  }

  get #wantsCount(): boolean {
    return this.#wantsAll && !this.#hasBegun;
  }

  async #fetch(): Promise<ListPage | null> {
    const { list, plan, variables, context, pageSize } = this.#source;
    let page: ListPage | null = null;
    const wanted = {
      size: Math.min(pageSize, this.#left),
      after: this.#after,
      wantsCount: this.#wantsCount,
    };
    const planned = planPage(list, wanted, (taken) => {
      page = taken;
    });
    const input = { context, variables, limits: this.#limits };
    const { errors } = await executePlan({ ...plan, ...planned }, input);
    if (errors.length > 0) throw toFileRefusal(this.#format(errors));
    return page;
  }

  async #executeRows(page: ListPage): Promise<readonly Row[]> {
    const { list, variables, context } = this.#source;
    const { entries, entry } = list;
    const values = entries.resolve(page, {}, context, entries, variables) as readonly unknown[];
    const rows = await Promise.all(values.map((value) => this.#executeRow(entry, value)));
    context.onWritten(rows.reduce((length, { text }) => length + text.length, 0));
    return rows;
  }

  async #executeRow(entry: ObjectPlan, value: unknown): Promise<Row> {
    const { plan, variables, context } = this.#source;
    if (value instanceof Error) return this.#toRow("null", [new FieldError(value, [])]);
    const input = { context, variables, root: value, limits: this.#limits };
    const { data, errors } = await executePlan({ ...plan, root: entry }, input);
    return this.#toRow(typeof data === "string" ? data : data.join(""), errors);
  }

  #toRow(text: string, fieldErrors: readonly FieldError[]): Row {
    if (fieldErrors.length === 0) return { text, errors: none };
    const errors = this.#format(fieldErrors);
    const failures = errors.filter(({ extensions }) => extensions?.["code"] !== unreadable);
    if (failures.length > 0) throw toFileRefusal(failures);
    return { text, errors };
  }

  #format(errors: readonly FieldError[]): readonly GraphQLFormattedError[] {
    const { plan, log } = this.#source;
    return formatErrors(toGraphqlErrors(errors, plan.source), log);
  }

  #advance(page: ListPage | null): void {
    const { rows, hasNextPage = false } = page ?? { rows: [] };
    this.#left -= rows.length;
    this.isOver = !hasNextPage || (this.#left === 0 && !this.#wantsAll);
    if (this.isOver) return;
    if (this.#left === 0) throw scanTooLarge(this.#source.maxRows);
    if (rows.length === 0) throw listIncomplete();
    this.#after = page?.cursorAt(rows.length - 1) ?? null;
  }
}

const none: readonly GraphQLFormattedError[] = [];
