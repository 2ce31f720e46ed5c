/** The colours of the page; `system` follows the device. */
export type Theme = "system" | "light" | "dark";

const entry = "inventory.theme";

/** The theme that was chosen in this browser. */
export function readTheme(): Theme {
  try {
    const theme = localStorage.getItem(entry);
    return theme === "light" || theme === "dark" ? theme : "system";
  } catch {
    return "system";
  }
}

/** Chooses a theme, for now and for the next visit. */
export function keepTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(entry, theme);
  } catch {
    // This browser allows no storage, so the theme lasts until the next reload.
  }
}

/** Applies a theme to the page. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
