import { useState } from "react";
import { removeStored, type TextStorage, writeText } from "../connect/storage.ts";

const themeName = "tapgraph.theme";

const themes = ["system", "light", "dark"] as const;

type Theme = (typeof themes)[number];

export function useTheme(storage: TextStorage): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(() => readTheme(storage));
  const switchTheme = () => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
    if (next === "system") removeStored(storage, themeName);
    else writeText(storage, themeName, next);
    showTheme(next);
    setTheme(next);
  };
  return [theme, switchTheme];
}

export function readTheme(storage: TextStorage): Theme {
  const stored = storage.getItem(themeName);
  return themes.find((theme) => theme === stored) ?? "system";
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

const explainName = "tapgraph.explain";

export function useExplain(storage: TextStorage): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => storage.getItem(explainName) === "on");
  const change = (next: boolean) => {
    if (next) writeText(storage, explainName, "on");
    else removeStored(storage, explainName);
    setIsOn(next);
  };
  return [isOn, change];
}
