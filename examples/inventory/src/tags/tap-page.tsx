import { Link, Navigate, useLocation } from "@tanstack/react-router";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { attempt } from "../parts/boundary.tsx";
import { FailureView } from "../parts/failure-view.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { UidMatches, UidQuery } from "./uid-matches.tsx";

/** The page that a tap opens: the gateway finds the UID in the rest of the address. */
export function TapPage() {
  const text = useLocation({ select: ({ href }) => href.replace(/^\/t\/?/, "") });
  const { data, failure, retry } = useStrictQuery(UidQuery, { uid: text });
  const found = attempt(() => data?.tagsByUid);
  const problem = found.failure ?? failure;
  if (problem !== undefined) {
    return (
      <>
        <PageTitle title="The tag cannot be looked up" />
        <FailureView failure={problem} onRetry={retry} />
      </>
    );
  }
  if (!found.value) return <PageTitle title="Looking up the tag…" />;
  const [match, other] = found.value;
  if (match && !other) {
    return <Navigate to="/tags/$tagId" params={{ tagId: match.tag.tagId }} replace />;
  }
  return (
    <>
      <PageTitle title={match ? "Several tags have this UID" : "No tag has this UID"} />
      {match ? <UidMatches matches={found.value} /> : <Link to="/tags">Go to the tags</Link>}
    </>
  );
}
