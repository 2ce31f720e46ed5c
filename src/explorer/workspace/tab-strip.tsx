import { useEffect, useRef } from "react";
import { type Example, examples } from "./examples.ts";
import { type Tabs, titleOf } from "./tabs.ts";

interface TabStripProps {
  readonly tabs: Tabs;
  readonly hasSubscriptions: boolean;
  readonly onActivate: (id: string) => void;
  readonly onClose: (id: string) => void;
  readonly onNew: () => void;
  readonly onExample: (example: Example) => void;
}

/** The open tabs, a button for a new one, and the examples to open again. */
export function TabStrip(props: TabStripProps) {
  const { tabs, hasSubscriptions, onActivate, onClose, onNew, onExample } = props;
  const offered = examples.filter(({ needs }) => hasSubscriptions || needs === undefined);
  const active = useRef<HTMLLIElement>(null);
  // If there are too many tabs to show, scroll to the one in front.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is the reason
  useEffect(() => {
    active.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tabs.activeId]);
  return (
    <nav className="tabs" aria-label="Queries">
      <ul className="tab-list">
        {tabs.open.map((tab) => {
          const isActive = tab.id === tabs.activeId;
          const title = titleOf(tab);
          return (
            <li
              key={tab.id}
              ref={isActive ? active : undefined}
              className={isActive ? "tab is-active" : "tab"}
            >
              <button type="button" aria-current={isActive} onClick={() => onActivate(tab.id)}>
                {title}
              </button>
              <button
                type="button"
                className="tab-close"
                aria-label={`Close ${title}`}
                onClick={() => onClose(tab.id)}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className="icon"
        aria-label="New query"
        title="New query"
        onClick={onNew}
      >
        +
      </button>
      <select
        aria-label="Open an example"
        value=""
        onChange={(event) => {
          const example = examples.find(({ id }) => id === event.target.value);
          if (example) onExample(example);
        }}
      >
        <option value="">Examples</option>
        {offered.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </nav>
  );
}
