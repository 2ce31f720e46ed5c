import { type Subject, useChanges } from "../gateway/changes.tsx";
import { formatCounted } from "../parts/count.ts";
import { ShowChanges } from "../parts/show-changes.tsx";

interface ChangesBadgeProps {
  readonly subject: Subject;
  /**
   * The global ids of the records on the page, if it shows only a part of the list. The badge then counts the changes in the whole
   * list, because any record can have become part of the page, and says how many are on the page. Null if the page is of the whole
   * list.
   */
  readonly shown: ReadonlySet<string> | null;
}

/** Counts the records that have changed since the list was read, and shows them on demand. Until then the list stays as it is. */
export function ChangesBadge({ subject, shown }: ChangesBadgeProps) {
  const { pending } = useChanges();
  const changed = [...pending].filter(
    ([, change]) => change.subject === subject || change.subject === null,
  );
  const onPage = changed.filter(([id]) => shown?.has(id)).length;
  return (
    <p className="badge-place" role="status">
      {changed.length > 0 && (
        <ShowChanges>
          {formatCounted(changed.length, "change")}
          {shown && ` in all ${plurals[subject]}, ${onPage || "none"} on this page`} – show
        </ShowChanges>
      )}
    </p>
  );
}

const plurals: Readonly<Record<Subject, string>> = { Tag: "tags", Terminal: "terminals" };
