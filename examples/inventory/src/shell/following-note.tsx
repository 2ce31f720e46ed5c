import { useChanges } from "../gateway/changes.tsx";
import { explainFailure, readCode } from "../gateway/failure.ts";

/** Says whether the page follows changes, and if not, why. */
export function FollowingNote() {
  const { isOn, failure } = useChanges().following;
  return (
    <div role="status">
      <p className={isOn ? "live is-on" : "live"}>
        {isOn ? "Following changes" : "Not following changes"}
      </p>
      {failure !== undefined && <p className="live-reason">{toReason(failure)}</p>}
    </div>
  );
}

/** Says on a narrow page why it does not follow changes. Such a page has no room to say that it does. */
export function NarrowFollowingNote() {
  const { failure } = useChanges().following;
  return (
    <div role="status" className="narrow-note">
      {failure !== undefined && navigator.onLine && (
        <p className="offline">Not following changes: {toReason(failure)}.</p>
      )}
    </div>
  );
}

/** A gateway whose schema has no subscriptions is not broken: it has no changes to follow. */
function toReason(failure: unknown): string {
  if (readCode(failure) === "GRAPHQL_VALIDATION_FAILED") return "This gateway has no subscriptions";
  return explainFailure(failure).title;
}
