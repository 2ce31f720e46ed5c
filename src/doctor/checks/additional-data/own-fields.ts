import { compareOwnFields } from "../../../gateway/resolvers/own-fields/compare.ts";
import { noOwnFields } from "../../../gateway/resolvers/own-fields/own-fields.ts";
import type { KnownData } from "../../../gateway/resolvers/own-fields/propose.ts";
import { readItem } from "../../../gateway/resolvers/structure/items.ts";
import type { Subject } from "../../../registry-client/records.ts";
import type { Conclusion } from "../../finding.ts";
import { readSample, type Visit } from "../../visit.ts";
import { dataOf } from "./additional-data.ts";
import { readItems, readStructure } from "./structures.ts";

const maxFindings = 5;

export async function checkOwnFields(visit: Visit): Promise<Conclusion | undefined> {
  const { ownFields, words } = visit;
  if (ownFields === noOwnFields) return undefined;
  const [tag, terminal] = [await readKnown(visit, "tag"), await readKnown(visit, "terminal")];
  if (tag === undefined || terminal === undefined) {
    const detail = "OWN_FIELDS cannot be compared: a list or a structure cannot be read.";
    return { status: "warning", certainty: "unknown", detail };
  }
  const show = (word: string) => `"${words.show(word)}"`;
  const findings = compareOwnFields(ownFields, { tag, terminal }, show);
  if (findings.length === 0) return { status: "ok", detail: "OWN_FIELDS fits the registry." };
  const shown = findings.slice(0, maxFindings).map(({ text }) => text);
  const rest = findings.length - shown.length;
  const detail = `OWN_FIELDS: ${shown.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}.`;
  return { status: "warning", detail, hint: "tapgraph fields --check FILE lists all of it." };
}

async function readKnown(visit: Visit, subject: Subject): Promise<KnownData | undefined> {
  const { isRead, records } = await readSample(visit, subject);
  if (!isRead || (await readStructure(visit, subject)) === "unreadable") return undefined;
  const items = await readItems(visit, subject);
  return {
    items: items.map((fields) => readItem({ fields, template: "" })),
    data: records.map(dataOf),
  };
}
