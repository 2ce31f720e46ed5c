import { formatCount } from "../../../format-count.ts";
import {
  type DocumentedField,
  decoders,
  documentedFields,
} from "../../../registry-client/documented-fields.ts";
import type { JsonObject } from "../../../registry-client/json-values.ts";
import type { Subject } from "../../../registry-client/records.ts";
import type { Conclusion } from "../../finding.ts";
import { readSample, type Visit } from "../../visit.ts";
import { isReadable, unreadableHint } from "../rows.ts";

export async function checkFields(visit: Visit, subject: Subject): Promise<Conclusion | undefined> {
  const { call, records } = await readSample(visit, subject);
  if (records.length === 0) return undefined;
  const fields = Object.entries<DocumentedField>(documentedFields[subject]);
  const missing = fields.map(([name, { presence, read }]) => {
    const isMissing = (record: JsonObject) => (read(record) ?? null) === null;
    const count = presence === "optional" ? 0 : records.filter(isMissing).length;
    return count > 0 && `"${name}" is missing in ${count}`;
  });
  const unreadable = fields.map(([name, { kind, read }]) => {
    // Timestamps and additional data have checks of their own.
    if (kind === "timestamp" || kind === "object") return false;
    const count = records.filter((record) => !isReadable(read(record), decoders[kind])).length;
    return count > 0 && `"${name}" cannot be read in ${count}`;
  });
  const projects = new Set(records.map((record) => JSON.stringify(record["project_id"]))).size;
  const several = projects > 1 && `they belong to ${projects} projects instead of one`;
  const faults = [...missing, ...unreadable, several].filter((fault) => fault !== false);
  const seen = formatCount(records.length, subject);
  if (faults.length === 0) {
    const detail = `Every documented field is there and can be read, in ${seen}.`;
    return { status: "ok", detail, call };
  }
  const detail = `Of ${seen}: ${faults.join("; ")}.`;
  return { status: "warning", detail, hint: unreadableHint, call };
}
