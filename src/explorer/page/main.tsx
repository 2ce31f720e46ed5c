import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../style/tokens.css";
import "../style/base.css";
import "../style/layout.css";
import "../style/panels.css";
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { type Config, fetchConfig } from "../connect/config.ts";
import { openStorage, type TextStorage } from "../connect/storage.ts";
import { applyTheme, readTheme } from "../workspace/theme.ts";
import { Logo } from "./header.tsx";
import { Workbench } from "./workbench.tsx";

const unknownGateway: Config = {
  registryName: "unknown",
  sampleKey: null,
  credentials: "keys",
  imageOrigins: [],
  persistedOnly: false,
  hasRegistered: false,
};

/** The explorer, once its configuration has been fetched. If that fails, the explorer still runs queries. */
function App({ storage }: { readonly storage: TextStorage }) {
  const [config, setConfig] = useState<Config>();
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const fetched = await fetchConfig().catch(() => unknownGateway);
      if (isCurrent) setConfig(fetched);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, []);
  if (config === undefined) {
    return (
      <div className="opening">
        <Logo />
      </div>
    );
  }
  return <Workbench config={config} storage={storage} />;
}

const storage = openStorage();
applyTheme(storage, readTheme(storage));

const element = document.getElementById("explorer");
if (element === null) throw new Error("The page has no element for the explorer");
createRoot(element).render(
  <StrictMode>
    <App storage={storage} />
  </StrictMode>,
);
