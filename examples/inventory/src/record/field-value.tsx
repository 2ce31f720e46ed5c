import type { AdditionalDataItemType, DataFieldFragment } from "../../__generated__/graphql.ts";
import { conditionTones } from "../parts/value-chip.tsx";
import { Picture } from "./picture.tsx";

/** The part of a structure's item that says how to show a field. */
export interface ShownItem {
  readonly type: AdditionalDataItemType;
  readonly name: string | null;
  readonly setViaApp: boolean | null;
  readonly enum: readonly string[] | null;
}

interface FieldValueProps {
  readonly identifier: string;
  readonly item: ShownItem | null;
  readonly value: DataFieldFragment["value"];
  readonly name: string;
}

/** Shows a value by its item's type: options as chips, a picture behind a button, a text as it was written. */
export function FieldValue({ identifier, item, value, name }: FieldValueProps) {
  if (value === null || value === "") {
    return item?.setViaApp ? (
      <span className="flag">Missing: to be filled in at registration</span>
    ) : (
      <span className="none">–</span>
    );
  }
  if (typeof value === "object")
    return <pre className="json">{JSON.stringify(value, null, 2)}</pre>;
  const text = String(value);
  switch (item?.type) {
    case "SELECTBOX":
      return <Options identifier={identifier} options={item.enum ?? []} value={text} />;
    case "IMAGE":
      return <Picture address={text} name={name} />;
    case "TEXTAREA":
      return <p className="long-text">{text}</p>;
    case "NUMBER":
      return Number.isFinite(Number(text)) ? (
        <span className="number">{text}</span>
      ) : (
        <>
          {text} <span className="flag">Not a number</span>
        </>
      );
    default:
      return <span className="text">{text}</span>;
  }
}

/** A field with more options shows only the chosen one. */
const maxChips = 12;

function Options({
  identifier,
  options,
  value,
}: {
  readonly identifier: string;
  readonly options: readonly string[];
  readonly value: string;
}) {
  const isKnown = options.includes(value);
  if (!isKnown || options.length > maxChips) {
    return (
      <>
        <span className="option is-chosen">{value}</span>
        {!isKnown && <span className="flag">Not one of the options</span>}
      </>
    );
  }
  return (
    <ul className="options">
      {[...new Set(options)].map((option) =>
        option === value ? (
          <li
            key={option}
            className={`option is-chosen is-${(identifier === "condition" && conditionTones.get(option)) || "plain"}`}
          >
            {option}
            <span className="unseen"> (chosen)</span>
          </li>
        ) : (
          <li key={option} className="option">
            {option}
          </li>
        ),
      )}
    </ul>
  );
}
