import { Button } from "react-aria-components";
import { toWords } from "../gateway/failure.ts";
import { passFocus } from "../shell/pass-focus.ts";

/** A failure in words, with a way to try again where there is one. */
export function FailureView({
  failure,
  onRetry,
}: {
  readonly failure: unknown;
  readonly onRetry?: (() => void) | undefined;
}) {
  const { title, advice } = toWords(failure);
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

/** A failure where there is no room for more than a line. */
export function FailureLine({ failure }: { readonly failure: unknown }) {
  return <span className="failure-line">{toWords(failure).title}.</span>;
}
