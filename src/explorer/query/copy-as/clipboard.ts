export const copyRefused = "The browser does not let this page copy.";

/** Returns false if the browser refuses. */
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
