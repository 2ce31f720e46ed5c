import { useChanges } from "../gateway/changes.tsx";
import { readCode, toWords } from "../gateway/failure.ts";

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

/** The same on a narrow page, which has room for a failure only. */
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
  return toWords(failure).title;
}
