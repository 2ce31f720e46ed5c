import { useMemo } from "react";
import type { ReceivedResponse } from "../connect/graphql-over-http.ts";
import { formatSize } from "../format.ts";
import { JsonView } from "../query/editor/json-editor.tsx";
import { download } from "./download.ts";

/** Longer text is cut, because it would slow the page down. */
const maxCharacters = 4_000_000;

export function JsonResponse({ response }: { readonly response: ReceivedResponse }) {
  const text = useMemo(
    () => (response.body === undefined ? response.text : JSON.stringify(response.body, null, 2)),
    [response],
  );
  const isCut = text.length > maxCharacters;
  return (
    <>
      {isCut && (
        <p className="notice is-warning">
          <strong>This response is very long.</strong> Only its first {formatSize(maxCharacters)}{" "}
          are shown.{" "}
          <button
            type="button"
            className="link"
            onClick={() => download(text, "response.json", "application/json")}
          >
            Download all {formatSize(text.length)}
          </button>
        </p>
      )}
      <JsonView text={isCut ? text.slice(0, maxCharacters) : text} />
    </>
  );
}
