import { readDateText } from "../../../gateway/base/time/date-text.ts";
import type { JsonObject } from "../../../gateway/call/decode/json-values.ts";
import type { Subject } from "../../../gateway/call/decode/records.ts";
import type { Conclusion } from "../../finding.ts";
import { showWords } from "../../text.ts";
import { type Check, createListCall, fetchSample, type Visit } from "../../visit.ts";
import { dataOf } from "./additional-data.ts";
import { fetchStructureItems, stringOf } from "./structures.ts";

/** Which items hold dates that filters and facets can use, and which hold dates in another form. */
export const datesCheck: Check = {
  id: "dates",
  asks: "Which additional data holds dates?",
  async run(visit) {
    const items = [...(await findDated(visit, "tag")), ...(await findDated(visit, "terminal"))];
    if (items.length === 0) return [];
    const call = createListCall(visit, "tag");
    const [dated, others] = [items.filter(isReadable), items.filter((item) => !isReadable(item))];
    const conclusions: Conclusion[] = [];
    if (dated.length > 0) {
      const detail = `Dates: ${showWords(dated.map(({ name }) => name))}.`;
      const hint = "Filters compare them (date), and facets count them by time (every).";
      conclusions.push({ status: "ok", certainty: "likely", detail, hint, call });
    }
    for (const form of new Set(others.map((item) => item.form))) {
      const names = others.filter((item) => item.form === form).map(({ name }) => name);
      const detail = `Dates in another form, ${form}: ${showWords(names)}.`;
      const hint =
        "To filters and facets these are no dates: only YYYY-MM-DD is one, perhaps with a time.";
      conclusions.push({ status: "warning", certainty: "likely", detail, hint, call });
    }
    return conclusions;
  },
};

/** An item whose values are dates in one form. */
interface DatedItem {
  /** With its list, such as `tag.due`. */
  readonly name: string;
  readonly form: string;
}

const readableForm = "YYYY-MM-DD";

function isReadable({ form }: DatedItem): boolean {
  return form === readableForm;
}

/** The types of items that hold other things than text. */
const otherTypes: ReadonlySet<string | undefined> = new Set(["number", "image"]);

async function findDated(visit: Visit, subject: Subject): Promise<readonly DatedItem[]> {
  const rows = (await fetchSample(visit, subject)) ?? [];
  const items = await fetchStructureItems(visit, subject);
  return items.flatMap((item) => {
    const identifier = stringOf(item, "identifier");
    if (identifier === undefined || otherTypes.has(stringOf(item, "type"))) return [];
    const form = findForm(rows.flatMap((row) => readValue(row, item)));
    return form === undefined ? [] : [{ name: `${subject}.${identifier}`, form }];
  });
}

/** A record's value of an item, by its identifier or name, as text. Empty text is no value. */
function readValue(row: JsonObject, item: JsonObject): readonly unknown[] {
  const data = dataOf(row);
  const keys = [stringOf(item, "identifier"), stringOf(item, "name")];
  const key = keys.find((name) => name !== undefined && Object.hasOwn(data, name));
  const value = key === undefined ? null : data[key];
  return value === null || value === undefined || value === "" ? [] : [value];
}

/** The minimum share of an item's values that must be in one form. */
const minShare = 0.9;

/** A single value may look like a date by chance. */
const minValues = 2;

function findForm(values: readonly unknown[]): string | undefined {
  if (values.length < minValues) return undefined;
  const forms = Object.entries(isOfForm);
  const [found] =
    forms.find(([, test]) => values.filter(test).length >= minShare * values.length) ?? [];
  return found;
}

/** Timestamps of these years look like other numbers less often. */
const timestamps = {
  min: Date.parse("2000-01-01T00:00:00Z"),
  max: Date.parse("2100-01-01T00:00:00Z"),
};

/** Whether a value is a date in a form, by the form's name. */
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

function isTimestamp(value: unknown): boolean {
  const text = textOf(value);
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return false;
  const time = Number(text) * (text.length === 10 ? 1000 : 1);
  return time >= timestamps.min && time < timestamps.max;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
