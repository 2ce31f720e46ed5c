import { Button } from "react-aria-components";
import { explainFailure, isOutage } from "../gateway/failure.ts";
import { passFocus } from "../shell/pass-focus.ts";

/** A failure and what to do about it, with a button to try again if `onRetry` is given. */
export function FailureView({
  failure,
  onRetry,
}: {
  readonly failure: unknown;
  readonly onRetry?: (() => void) | undefined;
}) {
  const { title, advice } = explainFailure(failure);
  return (
    <div className="failure" role="alert">
      <p className="failure-title">{title}</p>
      <p>{advice}</p>
      {onRetry && (
        <Button
          onPress={({ target }) => {
            passFocus(target);
            onRetry();
          }}
        >
          Try again
        </Button>
      )}
    </div>
  );
}

/** A failure in one line, with a button to try again if that can help. */
export function FailureLine({
  failure,
  onRetry,
}: {
  readonly failure: unknown;
  readonly onRetry?: (() => void) | undefined;
}) {
  const line = <span className="failure-line">{explainFailure(failure).title}.</span>;
  if (onRetry === undefined || !isOutage(failure)) return line;
  return (
    <>
      {line} <RetryButton onRetry={onRetry} />
    </>
  );
}

/** A button to try again, within a line. */
export function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <button
      type="button"
      className="plain"
      onClick={({ currentTarget }) => {
        passFocus(currentTarget);
        onRetry();
      }}
    >
      Try again
    </button>
  );
}
