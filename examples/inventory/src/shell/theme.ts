/** How the page looks. */
export type Theme = "system" | "light" | "dark";

const entry = "inventory.theme";

/** The look that was chosen in this browser. */
export function readTheme(): Theme {
  try {
    const theme = localStorage.getItem(entry);
    return theme === "light" || theme === "dark" ? theme : "system";
  } catch {
    return "system";
  }
}

/** Chooses a look, for this page and for the next visit. */
export function keepTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(entry, theme);
  } catch {
    // It holds for this page all the same.
  }
}

/** Gives the page its look. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
