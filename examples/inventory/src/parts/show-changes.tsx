import type { ReactNode } from "react";
import { useChanges } from "../gateway/changes.tsx";
import { passFocus } from "../shell/pass-focus.ts";

/** A button that shows the changes that the page does not show yet. */
export function ShowChanges({ children }: { readonly children: ReactNode }) {
  const { show } = useChanges();
  return (
    <button
      type="button"
      className="badge"
      onClick={({ currentTarget }) => {
        passFocus(currentTarget);
        show();
      }}
    >
      <span className="badge-dot" aria-hidden="true" />
      {children}
    </button>
  );
}
