import { type Subject, useChanges } from "../gateway/changes.tsx";
import { formatCounted } from "../parts/count.ts";
import { passFocus } from "../shell/pass-focus.ts";

interface ChangesBadgeProps {
  readonly subject: Subject;
  /**
   * The records on a page that is about some of the list only, by global id: changes of the others are told too, as any may
   * belong here by now, and are said to be of the whole list. Null: the page is about the whole list.
   */
  readonly shown: ReadonlySet<string> | null;
}

/** How many records of a list have changed since it was read, and a way to see them. Quiet: the list stays as it is until then. */
export function ChangesBadge({ subject, shown }: ChangesBadgeProps) {
  const { pending, show } = useChanges();
  const changed = [...pending].filter(
    ([, change]) => change.subject === subject || change.subject === null,
  );
  const here = changed.filter(([id]) => shown?.has(id)).length;
  return (
    <p className="badge-place" role="status">
      {changed.length > 0 && (
        <button
          type="button"
          className="badge"
          onClick={({ currentTarget }) => {
            passFocus(currentTarget);
            show();
          }}
        >
          <span className="badge-dot" aria-hidden="true" />
          {formatCounted(changed.length, "change")}
          {shown && ` in all ${plurals[subject]}, ${here || "none"} on this page`} – show
        </button>
      )}
    </p>
  );
}

const plurals: Readonly<Record<Subject, string>> = { Tag: "tags", Terminal: "terminals" };
