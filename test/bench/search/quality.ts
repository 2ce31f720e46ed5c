import { findQuality } from "../../../src/gateway/resolvers/quality/quality.ts";
import { recordFields } from "../../../src/gateway/resolvers/records/record-fields.ts";
import type { ItemRule } from "../../../src/gateway/resolvers/structure/item-rule.ts";
import type { RegistryRecord } from "../../../src/registry-client/records.ts";
import { Pace } from "../../../src/search/table/pace.ts";
import type { SearchedTag } from "./tags.ts";

const rule = { alias: null, name: null, options: [], isRequired: true } as const;

/** A structure of ten items. Tags break some of them. */
const items: readonly ItemRule[] = [
  { ...rule, identifier: "site", type: "TEXTBOX" },
  {
    ...rule,
    identifier: "site_kind",
    type: "SELECTBOX",
    options: ["Office", "School", "Hospital"],
  },
  { ...rule, identifier: "location", type: "TEXTBOX" },
  { ...rule, identifier: "floor", type: "NUMBER" },
  { ...rule, identifier: "condition", type: "SELECTBOX", options: ["good", "worn"] },
  { ...rule, identifier: "inspection_interval_days", type: "NUMBER" },
  { ...rule, identifier: "terminal_id", type: "NUMBER" },
  { ...rule, identifier: "notes", type: "TEXTAREA" },
  { ...rule, identifier: "photo", type: "IMAGE" },
  { ...rule, identifier: "legacy_number", type: "TEXTBOX" },
];

/** The processor time to check all tags, and the longest time between two turns of the event loop. */
export async function measureQuality(
  tags: readonly SearchedTag[],
): Promise<{ readonly ms: number; readonly longestMs: number }> {
  const records = tags.map(
    (tag): RegistryRecord => ({ subject: "tag", id: tag.id, fields: { ...tag }, template: "" }),
  );
  const rules = {
    fields: recordFields.tag,
    items,
    timestampUnit: "s",
    now: Date.now(),
    isDangling: () => false,
  } as const;
  let [longestMs, resumedAt] = [0, performance.now()];
  const pause = async () => {
    longestMs = Math.max(longestMs, performance.now() - resumedAt);
    await new Promise((resolve) => setImmediate(resolve));
    resumedAt = performance.now();
  };
  const started = process.cpuUsage();
  await findQuality(records, rules, new Pace(pause));
  const { user, system } = process.cpuUsage(started);
  return {
    ms: (user + system) / 1_000,
    longestMs: Math.max(longestMs, performance.now() - resumedAt),
  };
}
