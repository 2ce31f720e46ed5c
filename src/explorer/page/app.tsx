import { useEffect, useState } from "react";
import { type Config, fetchConfig } from "../connect/config.ts";
import type { TextStorage } from "../connect/storage.ts";
import { Logo } from "./logo.tsx";
import { Workbench } from "./workbench.tsx";

const unnamed: Config = {
  registryName: "an unnamed registry",
  sampleKey: null,
  imageOrigins: [],
  persistedOnly: false,
};

/** The explorer, once its configuration has been fetched. Without one it still runs queries. */
export function App({ storage }: { readonly storage: TextStorage }) {
  const [config, setConfig] = useState<Config>();
  useEffect(() => {
    let isCurrent = true;
    void fetchConfig()
      .catch(() => unnamed)
      .then((fetched) => isCurrent && setConfig(fetched));
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
