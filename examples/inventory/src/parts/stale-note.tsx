import { FailureLine, RetryButton } from "./failure-view.tsx";

/** Says that the data on the page could not be read again, and why. Shows nothing without a failure. */
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
      <FailureLine failure={failure} /> What you see was loaded earlier.{" "}
      <RetryButton onRetry={onRetry} />
    </p>
  );
}
