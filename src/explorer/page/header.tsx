import type { Config } from "../connect/config.ts";
import { KeyBox } from "../connect/key-box.tsx";
import type { TextStorage } from "../connect/storage.ts";
import { useTheme } from "../workspace/theme.ts";
import type { Workspace } from "../workspace/use-workspace.ts";
import { Logo } from "./logo.tsx";

interface HeaderProps {
  readonly config: Config;
  readonly storage: TextStorage;
  readonly workspace: Pick<Workspace, "apiKey" | "setApiKey">;
}

/** The page's header: the registry's name, the key, and the theme. */
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
      <KeyBox apiKey={apiKey} sampleKey={config.sampleKey} onChange={setApiKey} />
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
