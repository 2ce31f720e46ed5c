import { formatCount } from "../../../format-count.ts";
import {
  decodeBoolean,
  decodeList,
  decodeString,
  isJsonObject,
  type JsonObject,
  tryDecode,
} from "../../../upstream/decoding/json-values.ts";
import type { Subject } from "../../../upstream/decoding/records.ts";
import { describeOutcome, isRedirect, redirectHint } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { showWords } from "../../text.ts";
import { type Check, createStructureCall, type Visit } from "../../visit.ts";

/** The types of items that the document lists (interface §2.3). */
const documentedTypes = ["textbox", "textarea", "selectbox", "number", "image"];

/** Whether there is a structure of additional data, and whether its items can be used. */
export function structureCheckOf(subject: Subject): Check {
  return {
    id: `${subject}-structure`,
    asks: `What is the structure of the additional data of ${subject}s?`,
    async run(visit) {
      const call = createStructureCall(visit, subject);
      const outcome = await visit.probe.make(call);
      if (outcome.isAnswered && (outcome.status === 404 || outcome.status === 410)) {
        const detail = `No structure is defined (${outcome.status}).`;
        return [{ status: "ok", detail, hint: "The gateway answers null.", call }];
      }
      const items = await fetchStructureItems(visit, subject);
      if (items === undefined) {
        const detail = `The structure's path gets ${describeOutcome(outcome)}, without an array "items".`;
        const errors =
          "additionalDataStructure and additionalDataFields fail; additionalData and additionalDataField work.";
        const hint = isRedirect(outcome) ? `${redirectHint} Otherwise ${errors}` : errors;
        return [{ status: "warning", detail, hint, call }];
      }
      return [{ call, ...judgeItems(items) }];
    },
  };
}

/** The items of a structure that are objects; undefined if no structure can be read. */
export async function fetchStructureItems(
  visit: Visit,
  subject: Subject,
): Promise<readonly JsonObject[] | undefined> {
  const outcome = await visit.probe.make(createStructureCall(visit, subject));
  if (!outcome.isAnswered || outcome.status !== 200 || !isJsonObject(outcome.json))
    return undefined;
  if (!("items" in outcome.json)) return undefined;
  try {
    return (decodeList(outcome.json["items"]) ?? []).filter(isJsonObject);
  } catch {
    return undefined;
  }
}

/** A field of an item as a string; undefined if it cannot be read as one. */
export function stringOf(
  item: JsonObject,
  field: "identifier" | "name" | "type",
): string | undefined {
  return tryDecode(decodeString, item[field]) ?? undefined;
}

function judgeItems(items: readonly JsonObject[]): Conclusion {
  const required = items.filter((item) => tryDecode(decodeBoolean, item["set_via_app"])).length;
  const detail = `${formatCount(items.length, "item")}, ${required} of them required at registration.`;
  const faults = findFaults(items);
  if (faults.length === 0) return { status: "ok", detail };
  const isFatal = items.some((item) => stringOf(item, "identifier") === undefined);
  const hint = isFatal
    ? "Without its identifier an item cannot be used: additionalDataFields and jsonSchema fail until it has one."
    : "Types that are not documented are UNKNOWN in the schema. Of items with the same identifier, only the first counts.";
  return { status: "warning", detail: `${detail} ${faults.join("; ")}.`, hint };
}

function findFaults(items: readonly JsonObject[]): readonly string[] {
  const types = items.map((item) => stringOf(item, "type") ?? "none");
  const unknown = [...new Set(types.filter((type) => !documentedTypes.includes(type)))];
  const names = items.map((item) => stringOf(item, "identifier"));
  const without = names.filter((name) => name === undefined).length;
  const doubles = names.filter((name, index) => name !== undefined && names.indexOf(name) < index);
  const empty = items.filter((item) => item["type"] === "selectbox" && !hasOptions(item)).length;
  return [
    unknown.length > 0 && `Types that are not documented: ${showWords(unknown)}`,
    without > 0 && `${formatCount(without, "item")} without an identifier`,
    doubles.length > 0 && `Identifiers that occur twice: ${showWords(doubles.map(String))}`,
    empty > 0 && `${formatCount(empty, "item")} of type selectbox without options`,
  ].filter((fault) => fault !== false);
}

function hasOptions({ enum: options }: JsonObject): boolean {
  return Array.isArray(options) && options.length > 0;
}
