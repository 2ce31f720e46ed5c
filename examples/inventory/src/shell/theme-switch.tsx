import { useState } from "react";
import { keepTheme, readTheme, type Theme } from "./theme.ts";

const next = { system: "light", light: "dark", dark: "system" } as const;
const names = { system: "system", light: "light", dark: "dark" };
const signs = { system: "◐", light: "☀", dark: "☾" };

/** Switches between light, dark and the device's own setting. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  const switchTheme = () => {
    const chosen = next[theme];
    keepTheme(chosen);
    setTheme(chosen);
  };
  return (
    <button
      type="button"
      className="theme"
      aria-label={`Theme: ${names[theme]}`}
      title={`Theme: ${names[theme]}`}
      onClick={switchTheme}
    >
      {signs[theme]}
    </button>
  );
}
