import { useEffect, useRef } from "react";
import { focusFirst } from "../../focus.ts";
import { countQueries, type Saved } from "./use-saved.ts";

/** What has just happened, with a button that undoes it, and what is not stored. */
export function SavedNotes({ saved }: { readonly saved: Saved }) {
  const { note } = saved;
  const undo = useRef<HTMLButtonElement>(null);
  // The button that deleted a query is gone with it.
  useEffect(() => {
    if (note) focusFirst(undo.current, document.querySelector(".saved [type=search]"));
  }, [note]);
  return (
    <>
      <div role="status">
        {note && (
          <p className={note.tone === "warning" ? "notice is-warning" : "notice is-done"}>
            {note.text}{" "}
            {note.undo && (
              <button type="button" className="link" ref={undo} onClick={note.undo}>
                Undo
              </button>
            )}
          </p>
        )}
      </div>
      <Unstored saved={saved} />
    </>
  );
}

function Unstored({ saved }: { readonly saved: Saved }) {
  const { unstored, isLasting, operations } = saved;
  if (!isLasting && operations.length > 0) {
    return (
      <p className="notice is-warning">
        This browser does not let this page store anything. Saved queries last until the page is
        closed: export them to keep them.
      </p>
    );
  }
  const withKey = unstored.filter(({ operation }) => saved.hasKey(operation)).length;
  const without = unstored.length - withKey;
  return (
    <>
      {withKey > 0 && (
        <p className="notice is-warning">
          {countQueries(withKey)} with the key in {withKey === 1 ? "it" : "them"} cannot be stored,
          and will be gone when the page is closed. Take the key out.
        </p>
      )}
      {without > 0 && (
        <p className="notice is-warning">
          This browser has no room left to store {countQueries(without)}, which will be gone when
          the page is closed. Export what is saved, or delete some of it.
        </p>
      )}
    </>
  );
}
