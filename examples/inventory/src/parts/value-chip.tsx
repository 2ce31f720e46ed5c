import { toneOf } from "../project.ts";
import type { StructureItem } from "../record/structure.ts";

/** A value of the additional data in a list: short, and in the colour of its tone. */
export function ListValue({
  identifier,
  value,
}: {
  readonly identifier: string;
  readonly value: unknown;
}) {
  if (value === null || value === undefined || value === "") {
    return <span className="none">–</span>;
  }
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const tone = toneOf(identifier, value);
  if (tone === null) return <span className="value">{text}</span>;
  return <span className={`chip is-${tone}`}>{text}</span>;
}

/** Says whether a record is active. */
export function ActiveState({ isActive }: { readonly isActive: boolean }) {
  return (
    <span className={isActive ? "state is-on" : "state is-off"}>
      {isActive ? "Active" : "Inactive"}
    </span>
  );
}

/** An item's value. Some records keep it under the item's name instead of its identifier. Undefined if there is none. */
export function readData(
  data: Readonly<Record<string, unknown>> | null,
  { identifier, name }: Pick<StructureItem, "identifier" | "name">,
): unknown {
  const key = [identifier, name].find((each) => data !== null && Object.hasOwn(data, each));
  return key === undefined ? undefined : data?.[key];
}
