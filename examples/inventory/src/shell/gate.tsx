import { type FormEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { Checkbox } from "react-aria-components";
import { explainFailure, isRefusal } from "../gateway/failure.ts";
import { expectArrival } from "./arrival.ts";
import { GateArt, Mark } from "./mark.tsx";

interface GateProps {
  /** Why the project could not be opened; undefined if there is nothing to explain. */
  readonly failure: unknown;
  readonly onToken: (token: string, isKept: boolean) => Promise<void>;
  readonly onRetry: () => Promise<void>;
}

/** The page that asks for the token. */
export function Gate({ failure, onToken, onRetry }: GateProps) {
  const [token, setToken] = useState("");
  const [isKept, setKept] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const failureId = `${id}-failure`;
  useEffect(() => {
    document.title = "Sign in · Inventory";
    field.current?.focus();
    return expectArrival;
  }, []);

  const run = async (step: () => Promise<void>) => {
    setBusy(true);
    await step();
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = token.trim();
    if (text === "") return field.current?.focus();
    void run(() => onToken(text, isKept));
  };

  const tryAgain = () => {
    const text = token.trim();
    void run(text === "" ? onRetry : () => onToken(text, isKept));
  };

  return (
    <main className="gate">
      <div className="gate-art" aria-hidden="true">
        <GateArt />
      </div>
      <form className="gate-form" onSubmit={submit}>
        <p className="gate-brand">
          <Mark size={30} /> Inventory
        </p>
        <h1>Sign in</h1>
        <p className="gate-lead">
          A token opens one project of the registry. Whoever runs the gateway has one for you. The
          sample of <code>npm start</code> takes the key that it prints.
        </p>
        {failure !== undefined && (
          <GateFailure id={failureId} failure={failure} isBusy={isBusy} onRetry={tryAgain} />
        )}
        <label htmlFor={id}>Token</label>
        <TokenField
          ref={field}
          id={id}
          text={token}
          isRefused={isRefusal(failure)}
          describedBy={failure === undefined ? undefined : failureId}
          onChange={setToken}
        />
        <Checkbox className="check" isSelected={isKept} onChange={setKept}>
          <span className="tick" aria-hidden="true" />
          Keep it until this tab is closed
        </Checkbox>
        <button type="submit" className="primary gate-open" disabled={isBusy}>
          {isBusy ? "Opening…" : "Open"}
        </button>
        <p className="gate-note">The token is sent to the gateway in a header, and nowhere else.</p>
      </form>
    </main>
  );
}

interface GateFailureProps {
  readonly id: string;
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

/** Why the project is not open. After a refusal, only another token can help. */
function GateFailure({ id, failure, isBusy, onRetry }: GateFailureProps) {
  const { title, advice } = explainFailure(failure);
  return (
    <div className="failure" role="alert" id={id}>
      <p className="failure-title">{title}</p>
      <p>{advice}</p>
      {!isRefusal(failure) && (
        <button type="button" disabled={isBusy} onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

interface TokenFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly id: string;
  readonly text: string;
  readonly isRefused: boolean;
  /** The id of the element that says why the token did not open the project. */
  readonly describedBy: string | undefined;
  readonly onChange: (text: string) => void;
}

function TokenField({ ref, id, text, isRefused, describedBy, onChange }: TokenFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="gate-field">
      <input
        ref={ref}
        id={id}
        // Browsers would offer to save the content of a password field.
        type="text"
        className={isShown ? undefined : "dots"}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck="false"
        maxLength={8_000}
        aria-invalid={isRefused}
        aria-describedby={describedBy}
      />
      <button
        type="button"
        className="plain"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
      </button>
    </div>
  );
}
