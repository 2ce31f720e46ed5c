import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../style/tokens.css";
import "../style/base.css";
import "../style/layout.css";
import "../style/panels.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { fetchConfig } from "../connect/config.ts";
import { fetchSchema } from "../connect/schema.ts";
import { openStorage } from "../connect/storage.ts";
import { readTheme, showTheme } from "../workspace/preferences.ts";
import { Logo } from "./header.tsx";
import { Workbench } from "./workbench.tsx";

const storage = openStorage();
showTheme(readTheme(storage));

const element = document.getElementById("explorer");
if (element === null) throw new Error("The page has no element for the explorer");
const root = createRoot(element);
root.render(
  <div className="opening">
    <Logo />
  </div>,
);
const [config, schema] = await Promise.all([fetchConfig(), fetchSchema()]);
root.render(
  <StrictMode>
    <Workbench config={config} fetchedSchema={schema} storage={storage} />
  </StrictMode>,
);
