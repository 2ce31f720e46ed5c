import { useState } from "react";

/** A picture that is asked for only when somebody wants to see it: its host learns that it was looked at. */
export function Picture({ address, name }: { readonly address: string; readonly name: string }) {
  const [step, setStep] = useState<"closed" | "open" | "failed">("closed");
  const url = readAddress(address);
  if (url === null) {
    return (
      <>
        <span className="text">{address}</span>
        <span className="flag">Not the address of a picture</span>
      </>
    );
  }
  const isClosed = step === "closed";
  return (
    <>
      <button
        type="button"
        className="picture-opener"
        aria-expanded={!isClosed}
        onClick={() => setStep(isClosed ? "open" : "closed")}
      >
        {isClosed ? "Show the picture" : "Hide the picture"}{" "}
        <span className="picture-host">from {url.host}</span>
      </button>
      <p className="picture-failed" role="status">
        {step === "failed" && "The picture could not be loaded."}
      </p>
      {step === "open" && (
        <img
          className="picture"
          src={url.href}
          alt={name}
          referrerPolicy="no-referrer"
          onError={() => setStep("failed")}
        />
      )}
    </>
  );
}

/** Null for what a page must not load, such as `javascript:` or `data:`. */
function readAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}
