import { toneOf } from "../project.ts";
import type { StructureItem } from "../record/structure.ts";

/** A value of the additional data in a list: short, with its tone where it has one. */
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

/** Whether a record is active, in words. */
export function ActiveState({ isActive }: { readonly isActive: boolean }) {
  return (
    <span className={isActive ? "state is-on" : "state is-off"}>
      {isActive ? "Active" : "Inactive"}
    </span>
  );
}

/** The value of an item: by its identifier, else by its name, as some records have it; undefined where there is none. */
export function readData(
  data: Readonly<Record<string, unknown>> | null,
  { identifier, name }: Pick<StructureItem, "identifier" | "name">,
): unknown {
  const key = [identifier, name].find((each) => data !== null && Object.hasOwn(data, each));
  return key === undefined ? undefined : data?.[key];
}
