import type { TextStorage } from "../connect/storage.ts";

/** The chosen theme. `system` follows the device. */
export type Theme = "system" | "light" | "dark";

const entry = "tapgraph.theme";
const order: readonly Theme[] = ["system", "light", "dark"];

/** The theme of the last visit. */
export function readTheme(storage: TextStorage): Theme {
  const stored = storage.getItem(entry);
  return order.find((theme) => theme === stored) ?? "system";
}

/** Applies a theme, and stores it for the next visit. */
export function applyTheme(storage: TextStorage, theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  if (theme === "system") storage.removeItem(entry);
  else storage.setItem(entry, theme);
}

/** The theme that the toggle switches to next. */
export function nextTheme(theme: Theme): Theme {
  return order[(order.indexOf(theme) + 1) % order.length] ?? "system";
}
