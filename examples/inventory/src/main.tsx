import "@fontsource-variable/bricolage-grotesque";
import "@fontsource-variable/instrument-sans";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/list.css";
import "./style/board.css";
import "./style/record.css";
import "./style/stocktake.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ChangesProvider } from "./gateway/changes.tsx";
import { FieldError } from "./gateway/failure.ts";
import { IncompleteListsProvider } from "./gateway/incomplete-lists.tsx";
import { SessionProvider } from "./gateway/session.tsx";
import { router } from "./router.tsx";
import { watchArrivals } from "./shell/arrival.ts";
import { applyTheme, readTheme } from "./shell/theme.ts";

applyTheme(readTheme());
watchArrivals(router);

const place = document.getElementById("root");
if (place === null) throw new Error("The page has no element with the id root");

createRoot(place, {
  // The page shows a failed field's error in the field's place.
  onCaughtError: (error) => {
    if (!(error instanceof FieldError)) console.error(error);
  },
}).render(
  <StrictMode>
    <SessionProvider>
      <ChangesProvider>
        <IncompleteListsProvider>
          <RouterProvider router={router} />
        </IncompleteListsProvider>
      </ChangesProvider>
    </SessionProvider>
  </StrictMode>,
);
