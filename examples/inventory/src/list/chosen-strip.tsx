import { type Chosen, toggle } from "../address/list-search.ts";
import { passFocus } from "../shell/pass-focus.ts";
import { type Dimension, formatChoice } from "./dimensions.ts";

interface ChosenStripProps {
  readonly dimensions: readonly Dimension[];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** What the list is narrowed down by, each to be taken away. */
export function ChosenStrip({ dimensions, chosen, onChoose }: ChosenStripProps) {
  const choices = dimensions.flatMap((dimension) =>
    (chosen.get(dimension.id) ?? []).map((value) => ({ dimension, value })),
  );
  if (choices.length === 0) return null;
  return (
    <ul className="chosen" aria-label="Filters in use">
      {choices.map(({ dimension, value }) => (
        <li key={`${dimension.id}:${value}`}>
          <button
            type="button"
            aria-label={`Remove filter: ${dimension.label} ${formatChoice(dimension, value)}`}
            onClick={({ currentTarget }) => {
              passFocus(currentTarget);
              onChoose(toggle(chosen, dimension.id, value));
            }}
          >
            <span className="chosen-name">{dimension.label}</span> {formatChoice(dimension, value)}{" "}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="plain"
          onClick={({ currentTarget }) => {
            passFocus(currentTarget);
            onChoose(new Map());
          }}
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
