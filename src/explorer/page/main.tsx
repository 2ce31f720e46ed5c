import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../style/tokens.css";
import "../style/base.css";
import "../style/layout.css";
import "../style/panels.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openStorage } from "../connect/storage.ts";
import { applyTheme, readTheme } from "../workspace/theme.ts";
import { App } from "./app.tsx";

const storage = openStorage();
applyTheme(storage, readTheme(storage));

const element = document.getElementById("explorer");
if (element === null) throw new Error("The page has no element for the explorer");
createRoot(element).render(
  <StrictMode>
    <App storage={storage} />
  </StrictMode>,
);
