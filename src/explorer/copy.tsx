import { useState } from "react";
import type { CopySource } from "./copy-source.ts";

/** Copies a text. Returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Browsers offer the clipboard only to pages that come from this machine or over TLS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const box = document.createElement("textarea");
  const focused = document.activeElement;
  box.value = text;
  box.className = "unseen";
  document.body.append(box);
  box.select();
  try {
    return document.execCommand("copy");
  } finally {
    box.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

export const copyRefused = "The browser does not let this page copy.";

interface CopyButtonProps {
  readonly label: string;
  /** What is copied. */
  readonly name: string;
  readonly read: () => CopySource | Promise<CopySource>;
  readonly onProblem: (problem: string | null) => void;
}

/** A button that copies a text, and says so until the text changes. */
export function CopyButton({ label, name, read, onProblem }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    const source = await read();
    const problem = "problem" in source ? source.problem : null;
    const copied = "text" in source && (await copyText(source.text));
    setIsCopied(copied);
    onProblem(copied ? null : (problem ?? copyRefused));
  };
  return (
    <button
      type="button"
      aria-label={`${isCopied ? "Copied" : label} ${name}`}
      onClick={() => void copy()}
      onBlur={() => setIsCopied(false)}
    >
      {isCopied ? "Copied" : label}
    </button>
  );
}
