import { useState } from "react";
import { createRoot } from "react-dom/client";
import { type Client, Provider } from "urql";
import { createClient } from "./client.ts";
import { TagSearch } from "./tag-search.tsx";

/** Asks for the key first. A reload forgets it. */
function App() {
  const [client, setClient] = useState<Client | null>(null);
  if (client === null) {
    return (
      <form action={(form) => setClient(createClient(String(form.get("key"))))}>
        <label>
          Key <input name="key" type="password" autoComplete="off" required />
        </label>
        <button type="submit">Open</button>
      </form>
    );
  }
  return (
    <Provider value={client}>
      <TagSearch />
      <button type="button" onClick={() => setClient(null)}>
        Forget the key
      </button>
    </Provider>
  );
}

const page = document.getElementById("page");
if (page) createRoot(page).render(<App />);
