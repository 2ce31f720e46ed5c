import { useId, useState } from "react";
import type { ApiKey } from "./api-key.ts";
import type { Config } from "./config.ts";

const texts = {
  keys: { label: "Key", placeholder: "Your project's key" },
  tokens: { label: "Token", placeholder: "A token or a JWT, not the registry's key" },
  "tokens and keys": {
    label: "Token or key",
    placeholder: "A token, a JWT, or your project's key",
  },
} as const;

export function KeyBox({
  apiKey,
  config: { sampleKey, credentials },
  onChange,
}: {
  readonly apiKey: ApiKey;
  readonly config: Config;
  readonly onChange: (key: ApiKey) => void;
}) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const { label, placeholder } = texts[credentials];
  const isSample = sampleKey !== null && apiKey.text === sampleKey;
  return (
    <div className="key-box row">
      <label htmlFor={id}>{label}</label>
      <div className="key-field">
        {/* It shows dots by its style. For a password input, the browser would offer to save the key. */}
        <input
          id={id}
          className={isShown ? undefined : "dots"}
          value={apiKey.text}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          onChange={(event) => onChange({ ...apiKey, text: event.target.value.trim() })}
        />
        <button
          type="button"
          className="quiet"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? "Hide" : "Show"}
        </button>
      </div>
      {credentials !== "keys" && apiKey.text !== "" && (
        <span className="tag">{nameCredential(apiKey.text)}</span>
      )}
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
      <label
        className="row muted remember"
        title="Otherwise the key is forgotten when the page is closed"
      >
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

function nameCredential(text: string): string {
  if (/^tapgraph_/i.test(text)) return "token";
  return /^ey[\w-]*\.[\w-]*\.[\w-]*$/.test(text) ? "JWT" : "key";
}
