import type { ReactNode } from "react";
import { type Choose, type Chosen, revise } from "../address/list-search.ts";
import { passFocus } from "../shell/pass-focus.ts";
import { type Dimension, findUsed, formatChoice } from "./dimensions.ts";

interface ChosenStripProps {
  readonly dimensions: readonly Dimension[];
  readonly chosen: Chosen;
  readonly onChoose: Choose;
  /** An order that the address asks for, and that there is not. */
  readonly strangeSort: string | undefined;
  readonly onSort: (sort: undefined) => void;
  /** Whether it is known by now what there is to choose. */
  readonly isSettled: boolean;
}

/** What the list is narrowed down by, and what of the address was not understood; each to be taken away. */
export function ChosenStrip(props: ChosenStripProps) {
  const { chosen, onChoose, onSort } = props;
  const dimensions = new Map(props.dimensions.map((dimension) => [dimension.id, dimension]));
  const choices = [...chosen].flatMap(([id, values]) => {
    const dimension = dimensions.get(id);
    if (dimension === undefined && !props.isSettled) return [];
    const used = dimension ? findUsed(dimension, values) : [];
    return values.map((value) => ({ id, dimension, value, isUsed: used.includes(value) }));
  });
  const strangeSort = props.isSettled ? props.strangeSort : undefined;
  if (choices.length === 0 && strangeSort === undefined) return null;
  return (
    <ul className="chosen" aria-label="Filters in use">
      {choices.map(({ id, dimension, value, isUsed }) => (
        <li key={`${id}:${value}`}>
          <Choice
            name={dimension?.label ?? id}
            text={dimension ? formatChoice(dimension, value) : value}
            isStrange={!isUsed}
            onRemove={() => onChoose((latest) => revise(latest, id, { seen: [value], now: [] }))}
          />
        </li>
      ))}
      {strangeSort !== undefined && (
        <li>
          <Choice name="Order" text={strangeSort} isStrange onRemove={() => onSort(undefined)} />
        </li>
      )}
      {choices.length > 0 && (
        <li>
          <Remover className="plain" onRemove={() => onChoose(() => new Map())}>
            Clear all
          </Remover>
        </li>
      )}
    </ul>
  );
}

const strange = "was not understood";

interface ChoiceProps {
  readonly name: string;
  readonly text: string;
  /** Whether it makes no sense, and was left out. */
  readonly isStrange: boolean;
  readonly onRemove: () => void;
}

function Choice({ name, text, isStrange, onRemove }: ChoiceProps) {
  return (
    <Remover
      className={isStrange ? "is-strange" : undefined}
      label={isStrange ? `Remove: ${name} ${text} ${strange}` : `Remove filter: ${name} ${text}`}
      onRemove={onRemove}
    >
      <span className="chosen-name">{name}</span> {text}
      {isStrange && <span className="chosen-name"> {strange}</span>}{" "}
      <span aria-hidden="true">×</span>
    </Remover>
  );
}

function Remover(props: {
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
