import { readDateText } from "../../../gateway/base/time/date-text.ts";
import type { JsonObject } from "../../../registry-client/json-values.ts";
import type { Subject } from "../../../registry-client/records.ts";
import type { Conclusion } from "../../finding.ts";
import { createListCall, readSample, type Visit } from "../../visit.ts";
import { dataOf } from "./additional-data.ts";
import { readItems, stringOf } from "./structures.ts";

export async function checkDates(visit: Visit): Promise<readonly Conclusion[]> {
  const items = [...(await findDated(visit, "tag")), ...(await findDated(visit, "terminal"))];
  const call = createListCall(visit, "tag");
  const found = Object.keys(isOfForm).filter((form) => items.some((item) => item.form === form));
  return found.map((form) => {
    const ofForm = items.filter((item) => item.form === form);
    const names = visit.words.list(ofForm.map(({ name }) => name));
    if (form === readableForm) {
      const hint = "Filters compare them (date), and facets count them by time (every).";
      return { status: "ok", certainty: "likely", detail: `Dates: ${names}.`, hint, call };
    }
    const detail = `Dates in another form, ${form}: ${names}.`;
    const hint =
      "To filters and facets these are no dates: only YYYY-MM-DD is one, perhaps with a time.";
    return { status: "warning", certainty: "likely", detail, hint, call };
  });
}

async function findDated(
  visit: Visit,
  subject: Subject,
): Promise<readonly { readonly name: string; readonly form: string }[]> {
  const { records } = await readSample(visit, subject);
  const items = await readItems(visit, subject);
  return items.flatMap((item) => {
    const identifier = stringOf(item, "identifier");
    const isText = !["number", "image"].includes(stringOf(item, "type") ?? "");
    if (identifier === undefined || !isText) return [];
    const form = findForm(records.flatMap((record) => readValue(record, item)));
    return form === undefined ? [] : [{ name: `${subject}.${identifier}`, form }];
  });
}

function readValue(record: JsonObject, item: JsonObject): readonly unknown[] {
  const data = dataOf(record);
  const names = [stringOf(item, "identifier"), stringOf(item, "name")];
  const name = names.find((one) => one !== undefined && Object.hasOwn(data, one));
  const value = name === undefined ? null : data[name];
  return value === null || value === undefined || value === "" ? [] : [value];
}

/** The form of nine tenths of the values or more. A single value may look like a date by chance. */
function findForm(values: readonly unknown[]): string | undefined {
  if (values.length < 2) return undefined;
  const forms = Object.entries(isOfForm);
  return forms.find(([, test]) => values.filter(test).length >= values.length * 0.9)?.[0];
}

const readableForm = "YYYY-MM-DD";

const isOfForm: Readonly<Record<string, (value: unknown) => boolean>> = {
  [readableForm]: (value) => typeof value === "string" && readDateText(value) !== null,
  "D.M.YYYY": (value) => isDay(value, /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/),
  "M/D/YYYY": (value) => isDay(value, /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/),
  "YYYY/M/D": (value) => isDay(value, /^(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)$/),
  "eight digits": (value) => isDay(value, /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/),
  "a timestamp": isTimestamp,
};

function isDay(value: unknown, form: RegExp): boolean {
  const { year, month = "", day = "" } = form.exec(textOf(value))?.groups ?? {};
  if (year === undefined) return false;
  return readDateText(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`) !== null;
}

/** Timestamps of this century look like other numbers less often. */
function isTimestamp(value: unknown): boolean {
  const text = textOf(value);
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return false;
  const time = Number(text) * (text.length === 10 ? 1000 : 1);
  return time >= Date.UTC(2000) && time < Date.UTC(2100);
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
