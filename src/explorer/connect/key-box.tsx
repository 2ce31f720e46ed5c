import { useId, useState } from "react";
import type { ApiKey } from "./api-key.ts";

interface KeyBoxProps {
  readonly apiKey: ApiKey;
  readonly sampleKey: string | null;
  readonly onChange: (key: ApiKey) => void;
}

export function KeyBox({ apiKey, sampleKey, onChange }: KeyBoxProps) {
  const id = useId();
  const isSample = sampleKey !== null && apiKey.text === sampleKey;
  return (
    <div className="key-box">
      <label htmlFor={id}>Key</label>
      <KeyInput id={id} apiKey={apiKey} onChange={onChange} />
      {isSample && <span className="tag">sample key</span>}
      {!isSample && sampleKey !== null && (
        <button
          type="button"
          className="link"
          onClick={() => onChange({ text: sampleKey, isRemembered: false })}
        >
          Use the sample key
        </button>
      )}
      <label className="remember" title="Otherwise the key is forgotten when the page is closed">
        <input
          type="checkbox"
          checked={apiKey.isRemembered}
          onChange={(event) => onChange({ ...apiKey, isRemembered: event.target.checked })}
        />
        Remember in this browser
      </label>
      {apiKey.text !== "" && (
        <button
          type="button"
          className="link"
          title="Clears the box and removes the key from this browser"
          onClick={() => onChange({ text: "", isRemembered: false })}
        >
          Forget
        </button>
      )}
    </div>
  );
}

interface KeyInputProps extends Omit<KeyBoxProps, "sampleKey"> {
  readonly id: string;
}

/** A text input that shows dots. For a password input, the browser would offer to save the key. */
function KeyInput({ id, apiKey, onChange }: KeyInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="key-field">
      <input
        id={id}
        className={isShown ? undefined : "dots"}
        value={apiKey.text}
        placeholder="Your project's key"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
        onChange={(event) => onChange({ ...apiKey, text: event.target.value.trim() })}
      />
      <button type="button" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? "Hide" : "Show"}
      </button>
    </div>
  );
}
