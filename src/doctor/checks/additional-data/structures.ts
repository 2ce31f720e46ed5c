import {
  decodeBoolean,
  decodeList,
  decodeString,
  isJsonObject,
  type JsonObject,
} from "../../../upstream/answers/decode.ts";
import type { Subject } from "../../../upstream/answers/records.ts";
import { describeOutcome, isRedirect, redirectHint } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { formatCount, showWords } from "../../text.ts";
import { type Check, structureQuestion, type Visit } from "../../visit.ts";
import { attempt } from "../readable.ts";

/** The types of items that the document lists (interface §2.3). */
const itemTypes = ["textbox", "textarea", "selectbox", "number", "image"];

/** Whether there is a structure of additional data, and its items can be used. */
export function structureOf(subject: Subject): Check {
  return {
    id: `${subject}-structure`,
    asks: `What is the structure of the additional data of ${subject}s?`,
    async run(visit) {
      const question = structureQuestion(visit, subject);
      const outcome = await visit.probe.ask(question);
      if (outcome.isHeard && (outcome.status === 404 || outcome.status === 410)) {
        const detail = `No structure is defined (${outcome.status}).`;
        return [{ status: "ok", detail, hint: "The gateway answers null.", question }];
      }
      const items = await readItems(visit, subject);
      if (items === undefined) {
        const detail = `The structure's path gets ${describeOutcome(outcome)}, but no array "items".`;
        const errors =
          "additionalDataStructure and additionalDataFields fail. additionalData and additionalDataField work.";
        const hint = isRedirect(outcome) ? `${redirectHint} Otherwise ${errors}` : errors;
        return [{ status: "warning", detail, hint, question }];
      }
      return [{ question, ...judge(items) }];
    },
  };
}

/** The items of a structure that are objects; undefined if no structure can be read. */
export async function readItems(
  visit: Visit,
  subject: Subject,
): Promise<readonly JsonObject[] | undefined> {
  const outcome = await visit.probe.ask(structureQuestion(visit, subject));
  if (!outcome.isHeard || outcome.status !== 200 || !isJsonObject(outcome.json)) return undefined;
  if (!("items" in outcome.json)) return undefined;
  try {
    return (decodeList(outcome.json["items"]) ?? []).filter(isJsonObject);
  } catch {
    return undefined;
  }
}

/** A field of an item, if it is text. */
export function textOf(
  item: JsonObject,
  field: "identifier" | "name" | "type",
): string | undefined {
  return attempt(decodeString, item[field]);
}

function judge(items: readonly JsonObject[]): Conclusion {
  const required = items.filter((item) => attempt(decodeBoolean, item["set_via_app"])).length;
  const detail = `${formatCount(items.length, "item")}, ${required} of them required at registration.`;
  const faults = findFaults(items);
  if (faults.length === 0) return { status: "ok", detail };
  const isFatal = items.some((item) => textOf(item, "identifier") === undefined);
  const hint = isFatal
    ? "Without its identifier an item cannot be used: additionalDataFields and jsonSchema fail until it has one."
    : "Types that are not documented are UNKNOWN in the schema. Of items with the same identifier, only the first counts.";
  return { status: "warning", detail: `${detail} ${faults.join("; ")}.`, hint };
}

function findFaults(items: readonly JsonObject[]): readonly string[] {
  const types = items.map((item) => textOf(item, "type") ?? "none");
  const unknown = [...new Set(types.filter((type) => !itemTypes.includes(type)))];
  const names = items.map((item) => textOf(item, "identifier"));
  const without = names.filter((name) => name === undefined).length;
  const doubles = names.filter((name, place) => name !== undefined && names.indexOf(name) < place);
  const empty = items.filter((item) => item["type"] === "selectbox" && !hasOptions(item)).length;
  return [
    unknown.length > 0 && `Types that are not documented: ${showWords(unknown)}`,
    without > 0 && `${formatCount(without, "item")} without an identifier`,
    doubles.length > 0 && `Identifiers that occur twice: ${showWords(doubles.map(String))}`,
    empty > 0 && `${formatCount(empty, "selectbox")} without options`,
  ].filter((fault) => fault !== false);
}

function hasOptions({ enum: options }: JsonObject): boolean {
  return Array.isArray(options) && options.length > 0;
}
