import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { LinkSetting } from "../../setting-parsers.ts";
import type { FlatSchema } from "../answer/persisted/flat-schema.ts";
import { isJsonObject, type JsonObject } from "../call/decode/json-values.ts";
import type { Subject } from "../call/decode/records.ts";
import { createSchemaSearch } from "../resolvers/schema-search.ts";
import { type Question, type Tool, ToolError } from "./tool.ts";
import { findNamed, type Meanings, type Named, toCondition, toFacet } from "./value.ts";

const folder = join(import.meta.dirname, "../../../schema/mcp");

/** Reads the documents of the built-in tools, by name. */
export function readDocuments(): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".graphql"));
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  return new Map(files.map((file) => [basename(file, ".graphql"), read(file)]));
}

/** A tool in `schema/mcp/tools.json`, which has them in the order in which they are listed. */
interface Entry {
  readonly name: string;
  readonly description: string;
  readonly arguments: FlatSchema["properties"];
  readonly required?: readonly string[];
}

interface Parts extends Meanings {
  /** The id of the tool's own document; undefined if it has none. */
  readonly document: string | undefined;
  readonly links: readonly LinkSetting[];
  readonly searchSchema: (words: string, maxBytes: number) => string;
  /** Maximum size of a result. */
  readonly maxBytes: number;
}

type ToQuestion = (given: JsonObject, parts: Parts) => ReturnType<Tool["toQuestion"]>;

const maxSdlBytes = 4096;

/** How the arguments of each tool become an operation of its document and variables. */
const questions: Readonly<Record<string, ToQuestion>> = {
  find_tags: (given, parts) => find("tag", given, parts),
  find_terminals: (given, parts) => find("terminal", given, parts),
  get_record: getRecord,
  count_by: countBy,
  describe_project: (_given, { document: documentId, links }) => {
    const ends = links.map((one) => ({ from: `${one.subject}.${one.identifier}`, to: one.target }));
    return { members: { documentId }, fixed: { links: ends } };
  },
  data_quality: ({ kind, code: codes, first }, parts) =>
    toOperation(parts, "data_quality", { of: String(kind).toUpperCase(), codes, first }),
  graphql: ({ query, variables, operation_name: operationName }) => {
    return { members: { query, operationName, variables: readVariables(variables) } };
  },
  search_schema: ({ search }, { searchSchema, maxBytes }) => {
    const found = searchSchema(String(search), Math.min(maxBytes, maxSdlBytes));
    if (found !== "") return found;
    throw new ToolError("search: the schema has none of these words; queries begin at Query");
  },
};

/** Creates the tools of `schema/mcp/tools.json`. @param ids the ids by which their documents are registered, by name. */
export function createBuiltInTools(
  ids: ReadonlyMap<string, string>,
  { schema, links, maxBytes }: Pick<Parts, "schema" | "links" | "maxBytes">,
): readonly Tool[] {
  const table: readonly Entry[] = JSON.parse(readFileSync(join(folder, "tools.json"), "utf8"));
  const structure = ids.get("structure") ?? "";
  const parts = { schema, structure, links, maxBytes, searchSchema: createSchemaSearch(schema) };
  return table.map(({ name, description, arguments: properties, required = [] }) => ({
    name,
    description,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    toQuestion: (given, ask) =>
      questions[name]?.(given, { ...parts, document: ids.get(name), ask }) ?? "",
  }));
}

function toOperation(
  { document: documentId }: Parts,
  operationName: string,
  variables: JsonObject,
): Question {
  return { members: { documentId, operationName, variables }, fixed: {} };
}

function readVariables(text: unknown): JsonObject {
  try {
    const variables: unknown = JSON.parse(String(text ?? "{}"));
    // The request has them a level deeper. What nests so deeply that it cannot be written, throws here.
    if (isJsonObject(variables) && JSON.stringify([[variables]], refuseInfinite)) return variables;
  } catch (error) {
    if (error instanceof ToolError) throw error;
  }
  throw new ToolError("variables: expected a JSON object, as text");
}

/** JSON can write numbers that are infinite when they are read. Written again they would be null, which asks something else. */
function refuseInfinite(_: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new ToolError("variables: a number is too large");
}

async function find(subject: Subject, given: JsonObject, parts: Parts): Promise<Question> {
  const { search, order, first, after } = given;
  const named = await findSelected(subject, given, parts);
  const field = String(order).replace("-", "").toUpperCase();
  const direction = String(order).startsWith("-") ? "DESC" : "ASC";
  const shown = named && "identifier" in named ? named.identifier : undefined;
  return toOperation(parts, `find_${subject}s`, {
    filter: toFilter(given, named),
    search,
    order: order === undefined ? undefined : [{ field, direction }],
    first,
    after,
    identifier: shown,
    showsValue: shown !== undefined,
  });
}

async function countBy(given: JsonObject, parts: Parts): Promise<Question> {
  const { kind, field, search, first } = given;
  const subject = kind as Subject;
  // At once, so that the structure is read once.
  const finding = [findSelected(subject, given, parts), findNamed(subject, String(field), parts)];
  const [selected, named] = await Promise.all(finding);
  const by = named && { ...toFacet(named, subject, parts.schema), first };
  const conditions = toFilter(given, selected);
  // A facet leaves out the conditions on its own field, unless they are within `or`.
  const filter = conditions && { or: [conditions] };
  return toOperation(parts, `count_${subject}s`, { filter, search, by });
}

/** What the argument `identifier` names; undefined if it is not given. */
async function findSelected(
  subject: Subject,
  { identifier, value }: JsonObject,
  parts: Parts,
): Promise<Named | undefined> {
  if (identifier !== undefined) return findNamed(subject, String(identifier), parts);
  if (value === undefined) return undefined;
  throw new ToolError("value: it needs an identifier, the field that has the value");
}

/** The conditions of a call; undefined if it has none, so that no whole list is read for them. */
function toFilter(
  { is_active: isActive, updated_since: since, value }: JsonObject,
  named: Named | undefined,
): JsonObject | undefined {
  const and = [
    ...(isActive === undefined ? [] : [{ isActive: { eq: isActive } }]),
    ...(since === undefined ? [] : [{ updatedAt: { gte: since } }]),
    ...(named === undefined ? [] : [toCondition(named, value?.toString())]),
  ];
  return and.length > 0 ? { and } : undefined;
}

/** What records are found by. */
const ways: Readonly<Record<Subject, readonly string[]>> = {
  tag: ["id", "uid"],
  terminal: ["id", "uuid", "imei"],
};

function getRecord({ kind, ...given }: JsonObject, parts: Parts): Question {
  const subject = kind as Subject;
  const [[way = "", wanted] = [], ...more] = Object.entries(given);
  if (more.length > 0 || !ways[subject].includes(way)) {
    const allowed = ways[subject].join(", ");
    throw new ToolError(`expected exactly one of ${allowed}, by which a ${subject} is found`);
  }
  const linking = parts.links.filter(({ target }) => target.startsWith(`${subject}.`));
  const fromTags = linking.some((link) => link.subject === "tag");
  const fromTerminals = linking.some((link) => link.subject === "terminal");
  const variables = { [way]: wanted, links: parts.links.length > 0, fromTags, fromTerminals };
  return toOperation(parts, `get_${subject}_by_${way}`, variables);
}
