import { useChanges } from "../gateway/changes.tsx";
import { readCode, toWords } from "../gateway/failure.ts";

/** Whether changes are told, and why not. */
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

/** The same where there is no room for more than what is wrong. */
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

/** A gateway may have no changes to tell: that is no failure of anybody's. */
function toReason(failure: unknown): string {
  if (readCode(failure) === "GRAPHQL_VALIDATION_FAILED") return "This gateway tells none";
  return toWords(failure).title;
}
