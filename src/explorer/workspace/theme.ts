import { useState } from "react";
import { removeStored, type TextStorage, writeText } from "../connect/storage.ts";

/** The chosen theme. `system` follows the device. */
export type Theme = "system" | "light" | "dark";

const storageName = "tapgraph.theme";
const order: readonly Theme[] = ["system", "light", "dark"];

export function useTheme(storage: TextStorage): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(() => readTheme(storage));
  const switchTheme = () => {
    const next = nextTheme(theme);
    applyTheme(storage, next);
    setTheme(next);
  };
  return [theme, switchTheme];
}

export function readTheme(storage: TextStorage): Theme {
  const stored = storage.getItem(storageName);
  return order.find((theme) => theme === stored) ?? "system";
}

export function applyTheme(storage: TextStorage, theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  if (theme === "system") removeStored(storage, storageName);
  else writeText(storage, storageName, theme);
}

function nextTheme(theme: Theme): Theme {
  return order[(order.indexOf(theme) + 1) % order.length] ?? "system";
}
