import { type Subject, useChanges } from "../gateway/changes.tsx";
import { passFocus } from "../shell/pass-focus.ts";

/** How many records of a list have changed since it was read, and a way to see them. Quiet: the list stays as it is until then. */
export function ChangesBadge({ subject }: { readonly subject: Subject }) {
  const { pending, show } = useChanges();
  const count = [...pending.values()].filter(
    (change) => change.subject === subject || change.subject === null,
  ).length;
  return (
    <p className="badge-place" role="status">
      {count > 0 && (
        <button
          type="button"
          className="badge"
          onClick={({ currentTarget }) => {
            passFocus(currentTarget);
            show();
          }}
        >
          <span className="badge-dot" aria-hidden="true" />
          {count === 1 ? "1 change" : `${count} changes`} – show
        </button>
      )}
    </p>
  );
}
