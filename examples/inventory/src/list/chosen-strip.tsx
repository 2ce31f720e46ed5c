import type { ReactNode } from "react";
import { type Choose, type Chosen, revise } from "../address/list-search.ts";
import { passFocus } from "../shell/pass-focus.ts";
import { type Dimension, findUsed, formatChoice } from "./dimensions.ts";

interface ChosenStripProps {
  readonly dimensions: readonly Dimension[];
  readonly chosen: Chosen;
  readonly onChoose: Choose;
  /** An order in the address that the list does not have. */
  readonly unknownSort: string | undefined;
  readonly onSort: (sort: undefined) => void;
}

/** The filters in use, and the parts of the address that were not understood. Each has a button that removes it. */
export function ChosenStrip(props: ChosenStripProps) {
  const { chosen, onChoose, unknownSort, onSort } = props;
  const dimensions = new Map(props.dimensions.map((dimension) => [dimension.id, dimension]));
  const choices = [...chosen].flatMap(([id, values]) => {
    const dimension = dimensions.get(id);
    const used = dimension ? findUsed(dimension, values) : [];
    return values.map((value) => ({ id, dimension, value, isUsed: used.includes(value) }));
  });
  if (choices.length === 0 && unknownSort === undefined) return null;
  return (
    <ul className="chosen" aria-label="Filters in use">
      {choices.map(({ id, dimension, value, isUsed }) => (
        <li key={`${id}:${value}`}>
          <Choice
            name={dimension?.label ?? id}
            text={dimension ? formatChoice(dimension, value) : value}
            isUnknown={!isUsed}
            onRemove={() => onChoose((latest) => revise(latest, id, { seen: [value], now: [] }))}
          />
        </li>
      ))}
      {unknownSort !== undefined && (
        <li>
          <Choice name="Order" text={unknownSort} isUnknown onRemove={() => onSort(undefined)} />
        </li>
      )}
      {choices.length > 0 && (
        <li>
          <RemoveButton className="plain" onRemove={() => onChoose(() => new Map())}>
            Clear all
          </RemoveButton>
        </li>
      )}
    </ul>
  );
}

const notUnderstood = "was not understood";

interface ChoiceProps {
  readonly name: string;
  readonly text: string;
  /** Whether it was not understood, and has no effect. */
  readonly isUnknown: boolean;
  readonly onRemove: () => void;
}

function Choice({ name, text, isUnknown, onRemove }: ChoiceProps) {
  return (
    <RemoveButton
      className={isUnknown ? "is-unknown" : undefined}
      label={
        isUnknown ? `Remove: ${name} ${text} ${notUnderstood}` : `Remove filter: ${name} ${text}`
      }
      onRemove={onRemove}
    >
      <span className="chosen-name">{name}</span> {text}
      {isUnknown && <span className="chosen-name"> {notUnderstood}</span>}{" "}
      <span aria-hidden="true">×</span>
    </RemoveButton>
  );
}

function RemoveButton(props: {
  readonly className: string | undefined;
  readonly label?: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={props.className}
      aria-label={props.label}
      onClick={({ currentTarget }) => {
        passFocus(currentTarget);
        props.onRemove();
      }}
    >
      {props.children}
    </button>
  );
}
