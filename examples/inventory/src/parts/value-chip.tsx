import { attempt } from "./boundary.tsx";
import { FailureLine } from "./failure-view.tsx";

/** The colours of conditions, whose text is always shown as well. */
export const conditionTones: ReadonlyMap<string, string> = new Map([
  ["good", "good"],
  ["worn", "warn"],
  ["damaged", "bad"],
  ["missing", "none"],
]);

interface ListValueProps {
  readonly read: () => string | number | null;
  /** The colours of some values. */
  readonly tones?: ReadonlyMap<string, string>;
}

/** A value of the additional data in a list. One that cannot be read costs its cell, not the row. */
export function ListValue({ read, tones }: ListValueProps) {
  const { value, failure } = attempt(read);
  if (failure !== undefined) return <FailureLine failure={failure} />;
  if (value === null || value === undefined || value === "") {
    return <span className="none">–</span>;
  }
  const tone = tones?.get(String(value));
  return <span className={tone === undefined ? "value" : `chip is-${tone}`}>{value}</span>;
}

/** Says whether a record is active. */
export function ActiveState({ isActive }: { readonly isActive: boolean }) {
  return (
    <span className={isActive ? "state is-on" : "state is-off"}>
      {isActive ? "Active" : "Inactive"}
    </span>
  );
}
