import type { ApiKey } from "../connect/api-key.ts";
import type { Config } from "../connect/config.ts";
import { KeyBox } from "../connect/key-box.tsx";
import type { Theme } from "../workspace/theme.ts";
import { Mark } from "./mark.tsx";

interface HeaderProps {
  readonly config: Config;
  readonly apiKey: ApiKey;
  readonly theme: Theme;
  readonly onKey: (key: ApiKey) => void;
  readonly onTheme: () => void;
}

const themeNames = { system: "Theme: as the device", light: "Theme: light", dark: "Theme: dark" };
const themeSigns = { system: "◐", light: "☀", dark: "☾" };

/** The page's header: the registry's name, the key, and the theme. */
export function Header({ config, apiKey, theme, onKey, onTheme }: HeaderProps) {
  const isSample = config.sampleKey !== null;
  return (
    <header>
      <div className="brand">
        <Mark />
        <h1>tapgraph</h1>
      </div>
      <p className={isSample ? "registry is-sample" : "registry"}>
        <span className="registry-label">Registry</span>
        <strong>{config.registryName}</strong>
        {isSample && <span className="registry-note">made-up data to try things out</span>}
      </p>
      <span className="gap" />
      <KeyBox apiKey={apiKey} sampleKey={config.sampleKey} onChange={onKey} />
      <button
        type="button"
        className="icon"
        aria-label={themeNames[theme]}
        title={themeNames[theme]}
        onClick={onTheme}
      >
        {themeSigns[theme]}
      </button>
    </header>
  );
}
