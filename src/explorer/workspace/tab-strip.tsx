import { useEffect, useRef } from "react";
import { examples } from "./examples.ts";
import { blankTab } from "./tabs.ts";
import { titleOf } from "./title.ts";
import type { Workspace } from "./use-workspace.ts";

interface TabStripProps {
  readonly workspace: Pick<Workspace, "tabs" | "changeTabs" | "close" | "saved">;
  readonly hasSubscriptions: boolean;
  /** Whether the gateway runs registered queries only. Then no others are offered. */
  readonly persistedOnly: boolean;
}

export function TabStrip({ workspace, hasSubscriptions, persistedOnly }: TabStripProps) {
  const { changeTabs } = workspace;
  return (
    <nav className="tabs" aria-label="Queries">
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
          <ExampleChoice changeTabs={changeTabs} hasSubscriptions={hasSubscriptions} />
        </>
      )}
    </nav>
  );
}

function TabList({ workspace }: Pick<TabStripProps, "workspace">) {
  const { tabs, changeTabs, close, saved } = workspace;
  const active = useRef<HTMLLIElement>(null);
  // If there are too many tabs to show, scroll to the active one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active tab is the reason to scroll
  useEffect(() => {
    active.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tabs.activeId]);
  return (
    <ul className="tab-list">
      {tabs.open.map((tab) => {
        const isActive = tab.id === tabs.activeId;
        const title = (tab.saved && saved.find(tab.saved.id)?.name) ?? titleOf(tab);
        return (
          <li
            key={tab.id}
            ref={isActive ? active : undefined}
            className={isActive ? "tab is-active" : "tab"}
          >
            <button
              type="button"
              aria-current={isActive}
              title={title}
              onClick={() => changeTabs({ type: "activate", id: tab.id })}
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

type ExampleChoiceProps = Pick<Workspace, "changeTabs"> & Pick<TabStripProps, "hasSubscriptions">;

function ExampleChoice({ changeTabs, hasSubscriptions }: ExampleChoiceProps) {
  const offered = examples.filter(({ needs }) => hasSubscriptions || needs === undefined);
  return (
    <select
      aria-label="Open an example"
      value=""
      onChange={(event) => {
        const example = examples.find(({ id }) => id === event.target.value);
        if (example) changeTabs({ type: "open-example", example });
      }}
    >
      <option value="">Examples</option>
      {offered.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
