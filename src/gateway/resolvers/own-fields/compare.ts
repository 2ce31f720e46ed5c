import { formatCount, formatNumber } from "../../../format-count.ts";
import type { Subject } from "../../../registry-client/records.ts";
import { mayCompare } from "../../../search/filter/data-uses.ts";
import { searchKinds } from "../structure/items.ts";
import { comparisons, type OwnField, type OwnFields } from "./own-fields.ts";
import { canBeField, type KnownData } from "./propose.ts";

interface FieldFinding {
  /** `error`: the field names nothing. */
  readonly status: "error" | "warning";
  readonly text: string;
}

/**
 * Where own fields and a registry disagree, errors first.
 * @param show makes an identifier or a name of the registry safe to print.
 */
export function compareOwnFields(
  own: OwnFields,
  known: Readonly<Record<Subject, KnownData>>,
  show: (word: string) => string,
): readonly FieldFinding[] {
  const findings = (["tag", "terminal"] as const).flatMap((subject) => {
    const fields = [...(own[subject]?.fields.values() ?? [])];
    const type = subject === "tag" ? "TagData" : "TerminalData";
    const found = fields.flatMap((field) =>
      compareField(field, subject, known[subject], show).map(({ status, text }) => ({
        status,
        text: `${type}.${field.name}: ${text}`,
      })),
    );
    const named = new Set(fields.map(({ identifier }) => identifier));
    const items = new Set(known[subject].items.map(({ identifier }) => identifier ?? ""));
    const lacking = [...items].filter((one) => canBeField(one) && !named.has(one));
    const texts =
      fields.length === 0 && lacking.length > 0
        ? [`${type} is left out; the structure has ${formatCount(lacking.length, "item")}`]
        : lacking.map((one) => `${type} has no field for the item ${show(one)}`);
    return [...found, ...texts.map((text) => ({ status: "warning", text }) as const)];
  });
  const isError = ({ status }: FieldFinding) => status === "error";
  return [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
}

function compareField(
  { identifier, type, enumValue }: OwnField,
  subject: Subject,
  { items, data }: KnownData,
  show: (word: string) => string,
): readonly FieldFinding[] {
  const item = items.find((one) => one.identifier === identifier);
  const lacking = data.filter((one) => !Object.hasOwn(one, identifier));
  if (item === undefined) {
    if (lacking.length < data.length) return [];
    const records = `the first ${formatCount(data.length, subject)}`;
    return [
      {
        status: "error",
        text: `neither the structure nor any of ${records} has ${show(identifier)}`,
      },
    ];
  }
  const texts: string[] = [];
  const kind = comparisons[type];
  const own = searchKinds[item.type];
  if (kind !== null && kind !== "tag" && kind !== "terminal" && !mayCompare(kind, own)) {
    texts.push(
      `${type} over a ${item.type}, so filters by it are refused, and ${enumValue} orders by ${own.kind}`,
    );
  }
  const alias = items.some((one) => one.identifier === item.name) ? null : item.name;
  const byName = lacking.filter((one) => alias !== null && Object.hasOwn(one, alias)).length;
  if (byName > 0) {
    const records = `${formatNumber(byName)} of ${formatCount(data.length, subject)}`;
    texts.push(
      `in ${records} the key is the item's name, ${show(alias ?? "")}, which data does not read`,
    );
  }
  return texts.map((text) => ({ status: "warning", text }));
}
