import { badInput } from "../errors.ts";
import type { Pause } from "../table/pace.ts";
import { isKnown } from "../table/record-keys.ts";
import { type ItemKind, mayHoldDates, type Table } from "../table/table.ts";
import type { ValueKind } from "../table/values.ts";
import { type Condition, leavesOf } from "./filter.ts";

export interface DataUse {
  readonly identifier: string;
  readonly kind: ValueKind | "any";
  /** How messages call it. @default by its identifier */
  readonly label?: string | undefined;
}

export function dataUsesIn(condition: Condition): readonly DataUse[] {
  return leavesOf(condition).flatMap((leaf) =>
    leaf.op !== "linked" && "identifier" in leaf.dimension
      ? [
          {
            ...leaf.dimension,
            kind: leaf.kind,
            label: leaf.op === "compare" ? leaf.label : undefined,
          },
        ]
      : [],
  );
}

/**
 * Checks the uses of additional data against the structure. Returns the identifiers that occur
 * neither there nor in any record.
 * @throws SearchError `BAD_USER_INPUT` if an item is compared as a kind other than its own.
 * @throws if the structure is needed and could not be read.
 */
export async function checkDataUses<Row>(
  table: Table<Row>,
  uses: readonly DataUse[],
  pause: Pause,
): Promise<readonly string[]> {
  if (uses.length === 0) return [];
  table.requireItems();
  for (const { identifier, kind, label = `additionalData "${identifier}"` } of uses) {
    const item = table.items.get(identifier);
    if (mayCompare(kind, item)) continue;
    throw badInput(label, `\`${item?.kind}\`, as in the structure`);
  }
  const identifiers = new Set(uses.map(({ identifier }) => identifier));
  const unknown: string[] = [];
  for (const identifier of identifiers) {
    if (table.items.has(identifier)) continue;
    // Finding out can be much work, and the caller may have left.
    await pause();
    if (!(await isKnown(table, identifier))) unknown.push(identifier);
  }
  return unknown;
}

/** Whether values of an item may be compared as this kind. Those of no item may be, as any. */
export function mayCompare(kind: DataUse["kind"], item: ItemKind | undefined): boolean {
  if (kind === "date") return mayHoldDates(item);
  return kind === "any" || item === undefined || item.kind === "any" || kind === item.kind;
}
