import { useEffect, useRef } from "react";
import { blankTab } from "./tabs.ts";
import { titleOf } from "./title.ts";
import type { Workspace } from "./use-workspace.ts";

export function TabStrip({
  workspace,
  persistedOnly,
}: {
  readonly workspace: Workspace;
  readonly persistedOnly: boolean;
}) {
  const { examples, changeTabs } = workspace;
  return (
    <nav className="tabs row" aria-label="Queries">
      <TabList workspace={workspace} />
      {!persistedOnly && (
        <>
          <button
            type="button"
            className="icon"
            aria-label="New query"
            title="New query"
            onClick={() => changeTabs({ type: "open", tab: blankTab })}
          >
            +
          </button>
          <select
            aria-label="Open an example"
            value=""
            onChange={(event) => {
              const example = examples.find(({ id }) => id === event.target.value);
              if (example) changeTabs({ type: "open", tab: example });
            }}
          >
            <option value="">Examples</option>
            {examples.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </>
      )}
    </nav>
  );
}

function TabList({ workspace: { tabs, changeTabs, close } }: { readonly workspace: Workspace }) {
  const active = useRef<HTMLLIElement>(null);
  const moved = useRef<HTMLElement>(null);
  // If there are too many tabs to show, scroll to the active one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active tab is the reason to scroll
  useEffect(() => {
    active.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tabs.activeId]);
  // A browser takes the focus from an element that is moved.
  useEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });
  return (
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
            <button
              type="button"
              className="cut"
              aria-current={isActive}
              aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
              title={`${title} (move with Shift and an arrow key)`}
              onClick={() => changeTabs({ type: "activate", id: tab.id })}
              onKeyDown={({ key, shiftKey, currentTarget }) => {
                if (!shiftKey || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
                moved.current = currentTarget;
                changeTabs({ type: "move", id: tab.id, by: key === "ArrowLeft" ? -1 : 1 });
              }}
            >
              {title}
            </button>
            <button
              type="button"
              className="tab-close"
              aria-label={`Close ${title}`}
              onClick={() => close(tab.id)}
            >
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}
