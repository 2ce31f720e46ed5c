import { FailureLine, RetryButton } from "./failure-view.tsx";

/** Says that what is shown could not be read again, and why; nothing where there is no failure. */
export function StaleNote({
  failure,
  onRetry,
}: {
  readonly failure: unknown;
  readonly onRetry: () => void;
}) {
  if (failure === undefined) return null;
  return (
    <p className="stale" role="alert">
      <FailureLine failure={failure} /> What you see was read before.{" "}
      <RetryButton onRetry={onRetry} />
    </p>
  );
}
