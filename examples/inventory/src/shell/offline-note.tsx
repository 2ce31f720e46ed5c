import { useSyncExternalStore } from "react";

/** Says that the browser has no network, for as long as that is so. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && <p className="offline">You are offline. What you see was read before.</p>}
    </div>
  );
}

function watch(tell: () => void): () => void {
  window.addEventListener("online", tell);
  window.addEventListener("offline", tell);
  return () => {
    window.removeEventListener("online", tell);
    window.removeEventListener("offline", tell);
  };
}
