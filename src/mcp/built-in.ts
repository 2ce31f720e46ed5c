import { parseJson } from "../gateway/base/collections/raw-number.ts";
import { isJsonObject, type JsonObject } from "../registry-client/json-values.ts";
import type { Subject } from "../registry-client/records.ts";
import { type Known, type Question, ToolError } from "./tool.ts";
import { findNamed, type Named, toCondition, toFacet } from "./value.ts";

export const questions: Readonly<
  Record<string, (given: JsonObject, known: Known) => Question | string | Promise<Question>>
> = {
  find_tags: (given, known) => find("tag", given, known),
  find_terminals: (given, known) => find("terminal", given, known),
  get_record: getRecord,
  count_by: countBy,
  describe_project: (_given, { documentIds, links }) => {
    const ends = links.map((one) => ({ from: `${one.subject}.${one.identifier}`, to: one.target }));
    return { members: { documentId: documentIds.get("describe_project") }, fixed: { links: ends } };
  },
  data_quality: ({ kind, code: codes, first }, { documentIds }) => {
    const variables = { of: String(kind).toUpperCase(), codes, first };
    return toQuestion(documentIds.get("data_quality"), "data_quality", variables);
  },
  graphql: ({ query, variables, operation_name: operationName }) => {
    return { members: { query, operationName, variables: readVariables(variables) } };
  },
  search_schema: ({ search }, { searchSchema }) => {
    const found = searchSchema(String(search));
    if (found !== "") return found;
    throw new ToolError("search: the schema has none of these words; queries begin at Query");
  },
};

function toQuestion(
  documentId: string | undefined,
  operationName: string,
  variables: JsonObject,
): Question {
  return { members: { documentId, operationName, variables }, fixed: {} };
}

function readVariables(text: unknown): JsonObject {
  try {
    const variables = parseJson(String(text ?? "{}"));
    // What nests so deeply that it cannot be written in a request, throws here.
    if (isJsonObject(variables) && JSON.stringify([[variables]])) return variables;
  } catch {}
  throw new ToolError("variables: expected a JSON object, as text");
}

async function find(subject: Subject, given: JsonObject, known: Known): Promise<Question> {
  const { search, order, first, after } = given;
  const named = await findSelected(subject, given, known);
  const field = String(order).replace("-", "").toUpperCase();
  const direction = String(order).startsWith("-") ? "DESC" : "ASC";
  const shown = named && "identifier" in named ? named.identifier : undefined;
  const name = `find_${subject}s`;
  return toQuestion(known.documentIds.get(name), name, {
    filter: toFilter(given, named),
    search,
    order: order === undefined ? undefined : [{ field, direction }],
    first,
    after,
    identifier: shown,
    showsValue: shown !== undefined,
  });
}

async function countBy(given: JsonObject, known: Known): Promise<Question> {
  const { kind, field, search, first } = given;
  const subject = kind as Subject;
  // At once, so that the structure is read once.
  const finding = [findSelected(subject, given, known), findNamed(subject, String(field), known)];
  const [selected, named] = await Promise.all(finding);
  const by = named && { ...toFacet(named, subject, known.schema), first };
  const conditions = toFilter(given, selected);
  // A facet leaves out the conditions on its own field, unless they are within `or`.
  const filter = conditions && { or: [conditions] };
  return toQuestion(known.documentIds.get("count_by"), `count_${subject}s`, { filter, search, by });
}

async function findSelected(
  subject: Subject,
  { identifier, value }: JsonObject,
  known: Known,
): Promise<Named | undefined> {
  if (identifier !== undefined) return findNamed(subject, String(identifier), known);
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

const ways: Readonly<Record<Subject, readonly string[]>> = {
  tag: ["id", "uid"],
  terminal: ["id", "uuid", "imei"],
};

function getRecord({ kind, ...given }: JsonObject, { documentIds, links }: Known): Question {
  const subject = kind as Subject;
  const [[way = "", wanted] = [], ...more] = Object.entries(given);
  if (more.length > 0 || !ways[subject].includes(way)) {
    const allowed = ways[subject].join(", ");
    throw new ToolError(`expected exactly one of ${allowed}, by which a ${subject} is found`);
  }
  const linking = links.filter(({ target }) => target.startsWith(`${subject}.`));
  const fromTags = linking.some((link) => link.subject === "tag");
  const fromTerminals = linking.some((link) => link.subject === "terminal");
  const variables = { [way]: wanted, links: links.length > 0, fromTags, fromTerminals };
  return toQuestion(documentIds.get("get_record"), `get_${subject}_by_${way}`, variables);
}
