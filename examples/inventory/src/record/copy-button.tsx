import { useState } from "react";

/** A button that copies a record's id, and then says so. */
export function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  // Browsers have a clipboard only on secure origins.
  if (!navigator.clipboard) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="copy"
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      >
        {isCopied ? "Copied" : "Copy"}
        <span className="unseen"> the id</span>
      </button>
      <span className="unseen" role="status">
        {isCopied && "Copied"}
      </span>
    </>
  );
}
