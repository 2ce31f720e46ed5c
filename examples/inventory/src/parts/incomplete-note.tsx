import { useChanges } from "../gateway/changes.tsx";
import { type IncompleteList, useIncompleteLists } from "../gateway/incomplete-lists.tsx";
import { formatCount } from "./count.ts";
import { RetryButton } from "./failure-view.tsx";

/** Says which records may be missing from the page because their list could not be read whole. */
export function IncompleteNote() {
  const lists = useIncompleteLists();
  const { show } = useChanges();
  return (
    <div role="status">
      {lists.map((one) => (
        <p key={one.list} className="incomplete">
          <strong>Some {one.list} may be missing.</strong> {formatFigures(one)}, so counts may be
          too low. The list changed too much while it was read, or its pages do not fit together.{" "}
          <RetryButton onRetry={show} />
        </p>
      ))}
    </div>
  );
}

/** As many records as the registry states may still not be all of them, and "3,000 of 3,000" would deny that. */
function formatFigures({ recordsRead: read, recordsStated: stated }: IncompleteList): string {
  const of = stated !== null && stated > read ? ` of ${formatCount(stated)}` : "";
  return `${formatCount(read)}${of} ${read === 1 ? "was" : "were"} read`;
}
