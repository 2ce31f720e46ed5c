import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Checkbox } from "react-aria-components";
import { isRefusal, toWords } from "../gateway/failure.ts";
import { expectArrival } from "./arrival.ts";
import { GateArt, Mark } from "./mark.tsx";

interface GateProps {
  /** Why the last key or attempt did not open the project; undefined if there was none. */
  readonly failure: unknown;
  readonly onKey: (key: string, isKept: boolean) => Promise<void>;
  readonly onRetry: () => Promise<void>;
}

/** The page that asks for the key. */
export function Gate({ failure, onKey, onRetry }: GateProps) {
  const [key, setKey] = useState("");
  const [isKept, setKept] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    document.title = "Key needed · Inventory";
    field.current?.focus();
    return expectArrival;
  }, []);
  const words = failure === undefined ? null : toWords(failure);

  const run = async (step: () => Promise<void>) => {
    setBusy(true);
    await step();
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = key.trim();
    if (text === "") return field.current?.focus();
    void run(() => onKey(text, isKept));
  };

  const tryAgain = () => {
    const text = key.trim();
    void run(text === "" ? onRetry : () => onKey(text, isKept));
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
        <h1>Which project?</h1>
        <p className="gate-lead">
          The registry's key opens it. With the sample, <code>npm start</code> prints one.
        </p>
        {words && (
          <div className="failure" role="alert" id={`${id}-failure`}>
            <p className="failure-title">{words.title}</p>
            <p>{words.advice}</p>
            {!isRefusal(failure) && (
              <button type="button" disabled={isBusy} onClick={tryAgain}>
                Try again
              </button>
            )}
          </div>
        )}
        <label htmlFor={id}>Key</label>
        <div className="gate-field">
          <input
            ref={field}
            id={id}
            // Browsers would offer to save the content of a password field.
            type="text"
            className={isShown ? undefined : "dots"}
            value={key}
            onChange={({ target }) => setKey(target.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck="false"
            maxLength={500}
            aria-invalid={words !== null && isRefusal(failure)}
            aria-describedby={words ? `${id}-failure` : undefined}
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
        <Checkbox className="check" isSelected={isKept} onChange={setKept}>
          <span className="tick" aria-hidden="true" />
          Keep it until this tab is closed
        </Checkbox>
        <button type="submit" className="primary gate-open" disabled={isBusy}>
          {isBusy ? "Opening …" : "Open"}
        </button>
        <p className="gate-note">It goes to the gateway as a header, and nowhere else.</p>
      </form>
    </main>
  );
}
