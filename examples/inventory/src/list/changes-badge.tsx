import { useChanges } from "../gateway/changes.tsx";
import { formatCounted } from "../parts/count.ts";
import { ShowChanges } from "../parts/show-changes.tsx";
import { type Subject, subjects } from "../parts/subject.ts";

interface ChangesBadgeProps {
  readonly subject: Subject;
  /**
   * The global ids of the records on the page if the list is searched or filtered; null otherwise. The badge counts the changes of
   * all records, because any of them may match now. In a searched or filtered list, it also says how many of them are on the page.
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
          {shown && ` among all ${subjects[subject].noun}s, ${onPage || "none"} on this page`} –
          show
        </ShowChanges>
      )}
    </p>
  );
}
