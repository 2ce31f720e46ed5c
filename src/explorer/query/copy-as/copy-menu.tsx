import type { GraphQLSchema } from "graphql";
import { useState } from "react";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { copyRefused, copyText } from "../../copy.tsx";
import { Menu } from "../../menu.tsx";
import { snippetKinds, toLink, toSnippet } from "./snippets.ts";

interface CopyMenuProps {
  readonly text: RequestText;
  readonly apiKey: string;
  readonly schema: GraphQLSchema | undefined;
  readonly onProblem: (problem: string | null) => void;
}

/** Copies the query as a command, as code, or as a link that opens it. None of them contains the key. */
export function CopyMenu({ text, apiKey, schema, onProblem }: CopyMenuProps) {
  const [copied, setCopied] = useState("");
  const copy = async (kind: string, source: ReturnType<typeof toSnippet>) => {
    const done = "text" in source && (await copyText(source.text));
    setCopied(done ? `Copied as ${kind}` : "");
    onProblem("problem" in source ? source.problem : done ? null : copyRefused);
  };
  const url = location.origin + location.pathname;
  const snippet = (kind: (typeof snippetKinds)[number]) =>
    toSnippet(kind, text, { url, key: apiKey, schema });
  return (
    <>
      <Menu label="Copy as" title="Copy the query as a command, as code, or as a link">
        {(close) => (
          <>
            {snippetKinds.map((kind) => (
              <button
                type="button"
                key={kind}
                onClick={() => {
                  close();
                  void copy(kind, snippet(kind));
                }}
              >
                {kind}
              </button>
            ))}
            <button
              type="button"
              onClick={() => {
                close();
                void copy("a link", toLink(text, { url, key: apiKey }));
              }}
            >
              Link
            </button>
          </>
        )}
      </Menu>
      <span className="muted copied" role="status">
        {copied}
      </span>
    </>
  );
}
