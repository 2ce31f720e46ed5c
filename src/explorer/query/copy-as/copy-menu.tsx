import type { GraphQLSchema } from "graphql";
import { useEffect, useState } from "react";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { Menu } from "../../menu.tsx";
import { copyRefused, copyText } from "./clipboard.ts";
import { snippetKinds, toLink, toSnippet } from "./snippets.ts";

/** Copies the query as a command, as code, or as a link that opens it, without the key. */
export function CopyMenu({
  text,
  apiKey: key,
  schema,
  getOperationName,
  onProblem,
}: {
  readonly text: RequestText;
  readonly apiKey: string;
  readonly schema: GraphQLSchema | undefined;
  /** Undefined for the first. */
  readonly getOperationName: () => string | undefined;
  readonly onProblem: (problem: string | null) => void;
}) {
  const [copied, setCopied] = useState("");
  useEffect(() => {
    if (copied === "") return;
    const timer = setTimeout(() => setCopied(""), 4000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (kind: (typeof snippetKinds)[number] | "a link") => {
    const url = location.origin + location.pathname;
    const source =
      kind === "a link"
        ? toLink(text, { url, key })
        : toSnippet(kind, text, { url, key, schema, operationName: getOperationName() });
    if ("problem" in source) return onProblem(source.problem);
    const isCopied = await copyText(source.text);
    setCopied(isCopied ? `Copied as ${kind}` : "");
    onProblem(isCopied ? null : copyRefused);
  };
  return (
    <>
      <Menu
        label="Copy as"
        title="Copy the query as a command, as code, or as a link"
        items={[...snippetKinds, "a link" as const].map((kind) => ({
          name: kind === "a link" ? "Link" : kind,
          onChoose: () => void copy(kind),
        }))}
      />
      <span className="muted small copied" role="status">
        {copied}
      </span>
    </>
  );
}
