import { Link } from "@tanstack/react-router";
import { graphql } from "../../__generated__/gql.ts";
import { writeChosen } from "../address/list-search.ts";
import { isOfIncompleteList } from "../gateway/failure.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { toDataConditions, toDimension } from "../list/dimensions.ts";
import { attempt } from "../parts/boundary.tsx";
import { Coil } from "../parts/coil.tsx";
import { formatCounted } from "../parts/count.ts";
import { FailureLine } from "../parts/failure-view.tsx";
import { IncompleteNote } from "../parts/incomplete-note.tsx";
import { toTitle } from "../parts/name.ts";
import { terminalOfTag } from "../project.ts";
import { useStructure } from "../record/structure.ts";
import { terminalDimension } from "../tags/tag-filter.ts";

const TagsOfTerminalQuery = graphql(`
  query TagsOfTerminal($first: Int!, $filter: TagFilter!) {
    tags(first: $first, filter: $filter) {
      totalCount
      nodes { id tagId name isActive }
    }
  }
`);

/** How many tags are shown. */
const first = 5;

/** The first tags that name a terminal, and a link to all of them. */
export function TagsOfTerminal({ terminalId }: { readonly terminalId: string }) {
  const items = useStructure("TAG") ?? [];
  const item = items.find(({ identifier }) => identifier === terminalOfTag);
  const chosen = new Map([[terminalDimension, [terminalId]]]);
  const filter = { additionalData: item ? toDataConditions([toDimension(item)], chosen) : [] };
  const { data, failure, retry } = useStrictQuery(
    TagsOfTerminalQuery,
    { first, filter },
    { skip: !item },
  );
  if (!item) return null;
  const tags = attempt(() => data?.tags);
  const problem = tags.failure ?? (data === undefined ? failure : undefined);
  const { value: count, failure: countFailure } = attempt(() => tags.value?.totalCount);
  const { value: nodes = [] } = attempt(() => tags.value?.nodes);
  const isUncounted = isOfIncompleteList(countFailure);
  const hasMore = count === undefined ? isUncounted && nodes.length === first : count > first;
  return (
    <section aria-labelledby="tags">
      <h2 id="tags">Tags of this terminal</h2>
      {problem !== undefined && <FailureLine failure={problem} onRetry={retry} />}
      <IncompleteNote />
      {isUncounted && nodes.length === 0 && (
        <p className="none">None of the tags that were read names this terminal.</p>
      )}
      {count === 0 && <p className="none">No tag names this terminal.</p>}
      <ul className="tag-lines">
        {nodes.map(({ id, tagId, name, isActive }) => (
          <li key={id}>
            <Link to="/tags/$tagId" params={{ tagId }}>
              <Coil id={tagId} isActive={isActive} size={24} />
              {toTitle(name, tagId)}
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Link to="/tags" search={{ is: writeChosen(chosen) ?? [] }}>
          All {count === undefined ? "tags of this terminal" : formatCounted(count, "tag")}
        </Link>
      )}
    </section>
  );
}
