import type { Config } from "../connect/config.ts";
import { KeyBox } from "../connect/key-box.tsx";
import type { TextStorage } from "../connect/storage.ts";
import { useTheme } from "../workspace/theme.ts";
import type { Workspace } from "../workspace/use-workspace.ts";

interface HeaderProps {
  readonly config: Config;
  readonly storage: TextStorage;
  readonly workspace: Pick<Workspace, "apiKey" | "setApiKey">;
}

export function Header({ config, storage, workspace: { apiKey, setApiKey } }: HeaderProps) {
  const isSample = config.sampleKey !== null;
  return (
    <header>
      <div className="brand">
        <Logo />
        <h1>tapgraph</h1>
      </div>
      <p className={isSample ? "registry is-sample" : "registry"}>
        <span className="registry-label">Registry</span>
        <strong>{config.registryName}</strong>
        {isSample && <span className="registry-note">made-up data to try things out</span>}
      </p>
      <span className="gap" />
      <KeyBox apiKey={apiKey} config={config} onChange={setApiKey} />
      <ThemeButton storage={storage} />
    </header>
  );
}

const themeNames = { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
const themeSigns = { system: "◐", light: "☀", dark: "☾" };

function ThemeButton({ storage }: { readonly storage: TextStorage }) {
  const [theme, switchTheme] = useTheme(storage);
  return (
    <button
      type="button"
      className="icon"
      aria-label={themeNames[theme]}
      title={themeNames[theme]}
      onClick={switchTheme}
    >
      {themeSigns[theme]}
    </button>
  );
}

/** The logo: the ring of a tap, with a node in it and edges to two others. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="logo-ground" />
      <path className="logo-ring" d="M18.6 7.9a9.2 9.2 0 1 0 6 8.9" />
      <path className="logo-edge" d="M14 17.6 22.6 9.9M14 17.6 18.6 21.6" />
      <circle cx="14" cy="17.6" r="3.1" className="logo-node" />
      <circle cx="22.8" cy="9.7" r="2.6" className="logo-node" />
      <circle cx="19" cy="22" r="1.9" className="logo-dot" />
    </svg>
  );
}
