import { useEffect, useState } from "react";
import { type Config, fetchConfig } from "../connect/config.ts";
import type { TextStorage } from "../connect/storage.ts";
import { Logo } from "./header.tsx";
import { Workbench } from "./workbench.tsx";

const unknownGateway: Config = {
  registryName: "unknown",
  sampleKey: null,
  imageOrigins: [],
  persistedOnly: false,
};

/** The explorer, once its configuration has been fetched. If that fails, the explorer still runs queries. */
export function App({ storage }: { readonly storage: TextStorage }) {
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
