import type { Logger } from "pino";
import type { FieldPlan, OperationPlan, Variables } from "../../../execution/plan.ts";
import type { Settings } from "../../../settings.ts";
import { Part } from "../../base/time/give-way.ts";
import { defaultPageSize } from "../../resolvers/request/context.ts";
import { type ContextOptions, RequestContext } from "../context.ts";
import { toCodes } from "../errors.ts";
import type { PlanCheck } from "../limits/plan-check.ts";
import { RefusedError, refusal } from "../refusals.ts";
import type { FileOutcome, GraphqlRequest, RowForm } from "../request.ts";
import { scanTooLarge } from "./file-refusals.ts";
import { withPageSize } from "./page-plan.ts";
import { findRowList } from "./row-list.ts";
import { type Row, RowPages } from "./row-pages.ts";
import { createRowWriter, type RowWriter } from "./row-writers.ts";

// Thrown to break a transfer in the middle, so that no client takes what it has for the whole.
export class FileBrokenError extends Error {
  override readonly name = "FileBrokenError";
}

// More at a time come hardly sooner, and hold up others longer.
const maxPageRows = 500;

interface FileOptions {
  readonly context: ContextOptions;
  readonly settings: Pick<Settings, "MAX_PAGE_SIZE" | "MAX_SCAN_RECORDS">;
  readonly checkPlan: PlanCheck;
  readonly log: Logger;
}

/**
 * Answers an operation with the rows of its list. The first page is read before the file begins, so
 * that what fails until then is refused as other requests are.
 * @throws RefusedError with a status that tells what failed.
 */
export async function openRowFile(
  request: GraphqlRequest,
  {
    form,
    name = "rows",
    plan,
    variables,
  }: {
    readonly form: RowForm;
    readonly name: string | undefined;
    readonly plan: OperationPlan;
    readonly variables: Variables;
  },
  { settings, checkPlan, log, ...options }: FileOptions,
): Promise<RowFile> {
  const list = findRowList(plan);
  const writer = createRowWriter(form, list.entry);
  const maxRows = settings.MAX_SCAN_RECORDS;
  const first = readFirst(list.list, variables);
  if (first !== null && first > maxRows) throw scanTooLarge(maxRows);
  const largest = Math.min(settings.MAX_PAGE_SIZE, maxPageRows);
  const fits = checkPlan({ ...plan, ...withPageSize(list, largest) }, variables) === null;
  const pageSize = fits ? largest : Math.min(largest, defaultPageSize);
  const context = new RequestContext(options.context, request);
  request.budget = context.budget;
  request.onClose({ leave: () => context.budget.cancel() });
  request.onClose({ leave: () => context[Symbol.dispose]() });
  const { bearer } = request;
  const source = { list, plan, variables, context, bearer, pageSize, maxRows, log };
  const pages = new RowPages(source, first);
  const rows = await pages.read();
  request.file = { rows: 0, unreadable: 0 };
  return new RowFile({ form, name }, { request, first: rows, pages, writer });
}

const notTaken = ["after", "last", "before", "offset"];

// How many rows are wanted; null for all.
function readFirst(list: FieldPlan, variables: Variables): number | null {
  const args = list.readArguments(variables) ?? {};
  const given = notTaken.filter((name) => args[name] != null);
  if (given.length > 0) {
    const message = `A file has all rows from the first on: expected no \`${given.join("`, `")}\`.`;
    throw refusal(400, "BAD_USER_INPUT", message);
  }
  const { first } = args;
  return typeof first === "number" ? first : null;
}

const chunkLength = 64 * 1024;

/**
 * The text of a file, no faster than it is read: one page is read ahead. It ends whole, or throws.
 */
export class RowFile {
  readonly form: RowForm;
  readonly name: string;
  readonly text: AsyncGenerator<string, undefined>;

  constructor(
    { form, name }: Pick<RowFile, "form" | "name">,
    parts: {
      readonly request: GraphqlRequest;
      readonly first: readonly Row[];
      readonly pages: RowPages;
      readonly writer: RowWriter;
    },
  ) {
    this.form = form;
    this.name = name;
    this.text = writeFile(parts);
  }
}

async function* writeFile({
  request,
  first,
  pages,
  writer,
}: ConstructorParameters<typeof RowFile>[1]): AsyncGenerator<string, undefined> {
  const { file: outcome = { rows: 0, unreadable: 0 } } = request;
  const part = new Part();
  let text = writer.head;
  try {
    for (let rows: readonly Row[] | null = first; rows !== null; ) {
      const next: Promise<readonly Row[]> | null = pages.isOver ? null : pages.read();
      next?.catch(() => {});
      await part.next();
      for (const row of rows) {
        if (part.isOver) await part.next();
        text += writer.write(row);
        outcome.rows += 1;
        countErrors(row, request, outcome);
        if (text.length < chunkLength) continue;
        yield text;
        text = "";
      }
      // Whoever reads has each page while the next is read, and knows that the file has begun.
      yield text;
      text = "";
      rows = await next;
    }
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    outcome.broken = error.message;
    request.errorCodes = [...request.errorCodes, ...toCodes(error.errors)];
    throw new FileBrokenError(error.message);
  }
}

function countErrors({ errors }: Row, request: GraphqlRequest, outcome: FileOutcome): void {
  outcome.unreadable += errors.length;
  if (errors.length === 0) return;
  request.errorCodes = [...new Set([...request.errorCodes, ...toCodes(errors)])];
}
