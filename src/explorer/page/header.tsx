import type { Config } from "../connect/config.ts";
import { KeyBox } from "../connect/key-box.tsx";
import type { TextStorage } from "../connect/storage.ts";
import icon from "../style/icon.svg";
import { useTheme } from "../workspace/preferences.ts";
import type { Workspace } from "../workspace/use-workspace.ts";

export function Header({
  config,
  storage,
  workspace: { apiKey, setApiKey },
}: {
  readonly config: Config;
  readonly storage: TextStorage;
  readonly workspace: Workspace;
}) {
  const isSample = config.sampleKey !== null;
  const [theme, switchTheme] = useTheme(storage);
  return (
    <header>
      <div className="brand row">
        <Logo />
        <h1>tapgraph</h1>
      </div>
      <p className={isSample ? "registry is-sample" : "registry"}>
        <span className="registry-label muted small">Registry</span>
        <strong>{config.registryName}</strong>
        {isSample && (
          <span className="registry-note muted small">made-up data to try things out</span>
        )}
      </p>
      <span className="gap" />
      <KeyBox apiKey={apiKey} config={config} onChange={setApiKey} />
      <button
        type="button"
        className="icon"
        aria-label={`Theme: ${theme}`}
        title={`Theme: ${theme}`}
        onClick={switchTheme}
      >
        {themeSigns[theme]}
      </button>
    </header>
  );
}

const themeSigns = { system: "◐", light: "☀", dark: "☾" };

export function Logo() {
  return <img className="logo" src={icon} width="28" height="28" alt="" />;
}
