import { formatCount } from "../../../format-count.ts";
import {
  type DocumentedField,
  decoders,
  documentedFields,
} from "../../../gateway/call/decode/documented-fields.ts";
import type { JsonObject } from "../../../gateway/call/decode/json-values.ts";
import type { Subject } from "../../../gateway/call/decode/records.ts";
import { type Check, createListCall, fetchSample } from "../../visit.ts";
import { unreadableHint as hint, isReadable } from "../rows.ts";

export function fieldsCheckOf(subject: Subject): Check {
  return {
    id: `${subject}-fields`,
    asks: `Do ${subject}s have the documented fields?`,
    async run(visit) {
      const rows = await fetchSample(visit, subject);
      if (!rows || rows.length === 0) return [];
      const fields = Object.entries<DocumentedField>(documentedFields[subject]);
      const faults = [
        ...fields.flatMap(([name, field]) => findMissing(rows, name, field)),
        ...fields.flatMap(([name, field]) => findUnreadable(rows, name, field)),
        ...describeProjects(rows),
      ];
      const call = createListCall(visit, subject);
      const seen = formatCount(rows.length, subject);
      if (faults.length === 0) {
        const detail = `Every documented field is there and can be read, in ${seen}.`;
        return [{ status: "ok", detail, call }];
      }
      const detail = `Of ${seen}: ${faults.join("; ")}.`;
      return [{ status: "warning", detail, hint, call }];
    },
  };
}

function findMissing(
  rows: readonly JsonObject[],
  name: string,
  { presence, read }: DocumentedField,
): readonly string[] {
  if (presence === "optional") return [];
  const count = rows.filter((row) => (read(row) ?? null) === null).length;
  return count === 0 ? [] : [`"${name}" is missing in ${count}`];
}

/** Timestamps and additional data have checks of their own. */
function findUnreadable(
  rows: readonly JsonObject[],
  name: string,
  { kind, read }: DocumentedField,
): readonly string[] {
  if (kind === "timestamp" || kind === "object") return [];
  const count = rows.filter((row) => !isReadable(read(row), decoders[kind])).length;
  return count === 0 ? [] : [`"${name}" cannot be read in ${count}`];
}

function describeProjects(rows: readonly JsonObject[]): readonly string[] {
  const projects = new Set(rows.map((row) => JSON.stringify(row["project_id"])));
  return projects.size > 1 ? [`they belong to ${projects.size} projects instead of one`] : [];
}
