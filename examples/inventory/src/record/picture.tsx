import { useState } from "react";

/** A picture that is loaded only on demand, because loading it tells its host that someone is viewing the record. */
export function Picture({ address, name }: { readonly address: string; readonly name: string }) {
  const [state, setState] = useState<"closed" | "open" | "failed">("closed");
  const url = readAddress(address);
  if (url === null) {
    return (
      <>
        <span className="text">{address}</span>
        <span className="flag">Not the address of a picture</span>
      </>
    );
  }
  const isClosed = state === "closed";
  return (
    <>
      <button
        type="button"
        className="picture-opener"
        aria-expanded={!isClosed}
        onClick={() => setState(isClosed ? "open" : "closed")}
      >
        {isClosed ? "Show the picture" : "Hide the picture"}{" "}
        <span className="picture-host">from {url.host}</span>
      </button>
      <p className="picture-failed" role="status">
        {state === "failed" && "The picture could not be loaded."}
      </p>
      {state === "open" && (
        <img
          className="picture"
          src={url.href}
          alt={name}
          referrerPolicy="no-referrer"
          onError={() => setState("failed")}
        />
      )}
    </>
  );
}

/** Null for an address that a page must not load, such as `javascript:` or `data:`. */
function readAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}
