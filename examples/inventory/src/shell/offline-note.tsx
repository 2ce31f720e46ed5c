import { useSyncExternalStore } from "react";

/** Says that the browser is offline, as long as it is. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && <p className="offline">You are offline. What you see was loaded earlier.</p>}
    </div>
  );
}

function watch(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
