import type { Pane } from "./use-page-layout.ts";

interface PaneSwitchProps {
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
}

const panes: readonly [Pane, string][] = [
  ["side", "Schema"],
  ["query", "Query"],
  ["response", "Response"],
];

export function PaneSwitch({ pane, onPane }: PaneSwitchProps) {
  return (
    <nav className="pane-switch" aria-label="Panes">
      {panes.map(([name, label]) => (
        <button type="button" key={name} aria-pressed={pane === name} onClick={() => onPane(name)}>
          {label}
        </button>
      ))}
    </nav>
  );
}
