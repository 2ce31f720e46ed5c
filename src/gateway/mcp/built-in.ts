import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { LinkSetting } from "../../setting-parsers.ts";
import { parseDateTime } from "../call/decode/date-string.ts";
import type { JsonObject } from "../call/decode/json-values.ts";
import type { Subject } from "../call/decode/records.ts";
import {
  type Argument,
  type Arguments,
  type Call,
  type Question,
  type Tool,
  ToolError,
} from "./tool.ts";
import { findNamed, type Named, toCondition, toFacet } from "./value.ts";

const folder = join(import.meta.dirname, "../../../schema/mcp");

/** Reads the documents of the built-in tools, by name. */
export function readDocuments(): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".graphql"));
  return new Map(
    files.map((file) => [basename(file, ".graphql"), readFileSync(join(folder, file), "utf8")]),
  );
}

interface Entry {
  readonly name: string;
  readonly description: string;
  readonly arguments: Readonly<Record<string, Argument>>;
  readonly required?: readonly string[];
}

interface Parts {
  readonly call: Call;
  /** Asks for a structure. */
  readonly query: string;
  readonly links: readonly LinkSetting[];
}

/** The operation of a tool's document that answers a call, and its variables. */
interface Operation {
  readonly operationName: string;
  readonly variables: JsonObject;
  readonly fixed?: JsonObject;
}

/** How the arguments of each tool become an operation. The tools' names, descriptions and arguments are in `schema/mcp/tools.json`. */
const operations: Readonly<
  Record<string, (given: Arguments, parts: Parts) => Operation | Promise<Operation>>
> = {
  find_tags: (given, parts) => find("tag", given, parts),
  find_terminals: (given, parts) => find("terminal", given, parts),
  get_record: getRecord,
  count_by: countBy,
  describe_project: (_given, { links }) => ({
    operationName: "describe_project",
    variables: {},
    fixed: {
      links: links.map(({ subject, identifier, target }) => ({
        from: `${subject}.${identifier}`,
        to: target,
      })),
    },
  }),
  data_quality: ({ kind, code, first }) => ({
    operationName: "data_quality",
    variables: {
      of: String(kind).toUpperCase(),
      codes: code === undefined ? undefined : [code],
      first,
    },
  }),
};

/** Creates the built-in tools, in the order in which they are listed. */
export function createBuiltInTools(
  documents: ReadonlyMap<string, string>,
  links: readonly LinkSetting[],
): readonly Tool[] {
  const table: readonly Entry[] = JSON.parse(readFileSync(join(folder, "tools.json"), "utf8"));
  return table.map(({ name, description, arguments: properties, required = [] }) => ({
    name,
    description,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    async ask(given, call): Promise<Question> {
      const parts = { call, links, query: documents.get("structure") ?? "" };
      const { fixed = {}, ...members } = (await operations[name]?.(given, parts)) ?? {};
      return { fixed, members: { query: documents.get(name), ...members } };
    },
  }));
}

async function find(subject: Subject, given: Arguments, parts: Parts): Promise<Operation> {
  const { search, order, first, after } = given;
  const named = await nameOf(subject, given["identifier"], parts);
  const field = String(order).replace("-", "").toUpperCase();
  const direction = String(order).startsWith("-") ? "DESC" : "ASC";
  return {
    operationName: `find_${subject}s`,
    variables: {
      filter: toFilter(subject, given, named),
      search,
      order: order === undefined ? undefined : [{ field, direction }],
      first,
      after,
      ...(named && "identifier" in named && { identifier: named.identifier, showsValue: true }),
    },
  };
}

async function countBy(given: Arguments, parts: Parts): Promise<Operation> {
  const { kind, search, first } = given;
  const subject = kind as Subject;
  const filter = toFilter(subject, given, await nameOf(subject, given["identifier"], parts));
  const named = await nameOf(subject, given["field"], parts);
  const by = named && { ...toFacet(named, subject), first };
  return { operationName: `count_${subject}s`, variables: { filter, search, by } };
}

async function nameOf(
  subject: Subject,
  name: unknown,
  { call, query }: Parts,
): Promise<Named | undefined> {
  return name === undefined ? undefined : findNamed(call, { subject, name: String(name), query });
}

/** The conditions of a call; undefined if it has none, so that no whole list is read for them. */
function toFilter(
  subject: Subject,
  given: Arguments,
  named: Named | undefined,
): JsonObject | undefined {
  const { is_active: isActive, updated_since: since, value } = given;
  if (value !== undefined && named === undefined) {
    throw new ToolError("value: it needs an identifier, the field that has the value");
  }
  if (since !== undefined && parseDateTime(String(since)) === null) {
    throw new ToolError("updated_since: expected a time with a zone, such as 2026-01-31T00:00:00Z");
  }
  const and = [
    isActive === undefined ? null : { isActive: { eq: isActive } },
    since === undefined ? null : { updatedAt: { gte: since } },
    named === undefined ? null : toCondition(named, subject, value?.toString()),
  ].filter((condition) => condition !== null);
  return and.length > 1 ? { and } : and[0];
}

/** What records are found by. */
const ways: Readonly<Record<Subject, readonly string[]>> = {
  tag: ["id", "uid"],
  terminal: ["id", "uuid", "imei"],
};

function getRecord(given: Arguments, { links }: Parts): Operation {
  const { kind, ...others } = given;
  const subject = kind as Subject;
  const [[way = "", text] = [], ...more] = Object.entries(others);
  if (more.length > 0 || !ways[subject].includes(way)) {
    throw new ToolError(
      `expected exactly one of ${ways[subject].join(", ")}, by which a ${subject} is found`,
    );
  }
  const wanted = String(text);
  const leads = (from: Subject) =>
    links.some((link) => link.subject === from && link.target.startsWith(`${subject}.`));
  const target = subject === "tag" ? "Tags" : "Terminals";
  const variables = {
    [way]: wanted,
    links: links.length > 0,
    [`tagsTo${target}`]: leads("tag"),
    [`terminalsTo${target}`]: leads("terminal"),
  };
  // The schema looks up the first terminal in any spelling. All that have it are found in the usual ones.
  const filter =
    way === "uuid" || way === "imei" ? { [way]: { in: spellingsOf(wanted) } } : undefined;
  return {
    operationName: `get_${subject}_by_${way}`,
    variables: filter ? { ...variables, filter } : variables,
  };
}

function spellingsOf(wanted: string): readonly string[] {
  const digits = wanted.replaceAll(/[^\da-f]/gi, "").toLowerCase();
  const dashed = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const spellings = [wanted, digits, dashed].filter((text) => text !== "");
  return spellings
    .flatMap((text) => [text, `{${text}}`])
    .flatMap((text) => [text, text.toUpperCase()]);
}
