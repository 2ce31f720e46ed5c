import { Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import { RelayEnvironmentProvider } from "react-relay";
import type { Environment } from "relay-runtime";
import { createEnvironment } from "./environment.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { LiveTagList } from "./live-tag-list.tsx";

/** Asks for the key first. A reload forgets it. */
function App() {
  const [environment, setEnvironment] = useState<Environment | null>(null);
  if (environment === null) {
    const open = (key: string) => setEnvironment(createEnvironment(location.origin, key));
    return (
      <form action={(form) => open(String(form.get("key")))}>
        <label>
          Key <input name="key" type="password" autoComplete="off" required />
        </label>
        <button type="submit">Open</button>
      </form>
    );
  }
  return (
    <RelayEnvironmentProvider environment={environment}>
      <button type="button" onClick={() => setEnvironment(null)}>
        Forget the key
      </button>
      <ErrorBoundary>
        <Suspense fallback={<p role="status">Loading…</p>}>
          <LiveTagList />
        </Suspense>
      </ErrorBoundary>
    </RelayEnvironmentProvider>
  );
}

const page = document.getElementById("page");
if (page) createRoot(page).render(<App />);
