import { useApolloClient } from "@apollo/client/react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { graphql } from "../../__generated__/gql.ts";
import { formatCount, formatCounted } from "../parts/count.ts";
import { FailureView } from "../parts/failure-view.tsx";
import { toTitle } from "../parts/name.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { readUids, type Scan, toCsv, toRequests, toScans } from "./scans.ts";

const StocktakeQuery = graphql(`
  query Stocktake($uids: [String!]!) {
    tagsByUids(uids: $uids) {
      uid
      matches { tag { id tagId name } }
    }
  }
`);

type State =
  | { readonly kind: "ready" | "reading" }
  | { readonly kind: "failed"; readonly failure: unknown }
  | { readonly kind: "done"; readonly scans: readonly Scan[] };

/** A stocktake: scanned or pasted UIDs are found, unknown or ambiguous. */
export function StocktakePage() {
  const client = useApolloClient();
  const [text, setText] = useState("");
  const [state, setState] = useState<State>({ kind: "ready" });
  const box = useId();
  const uids = readUids(text);
  const check = async () => {
    setState({ kind: "reading" });
    try {
      const found = [];
      for (const part of toRequests(uids)) {
        const { data } = await client.query({
          query: StocktakeQuery,
          variables: { uids: part },
          // What was scanned is on the shelf now.
          fetchPolicy: "no-cache",
        });
        found.push(...(data?.tagsByUids ?? []));
      }
      setState({ kind: "done", scans: toScans(uids, found) });
    } catch (failure) {
      setState({ kind: "failed", failure });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (uids.length > 0) void check();
  };
  return (
    <>
      <header className="list-head">
        <PageTitle title="Stocktake" />
      </header>
      <form className="stocktake" onSubmit={submit}>
        <label htmlFor={box}>UIDs, one a line, in any spelling</label>
        <textarea
          id={box}
          rows={8}
          spellCheck={false}
          autoComplete="off"
          placeholder={"04:86:7F:F0:94:31:E4\n77705923"}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="stocktake-foot">
          <button
            type="submit"
            className="primary"
            disabled={uids.length === 0 || state.kind === "reading"}
          >
            {state.kind === "reading" ? "Looking up…" : "Look up"}
          </button>
          <span className="muted">{formatCounted(uids.length, "scan")}</span>
        </div>
      </form>
      {state.kind === "failed" && (
        <FailureView failure={state.failure} onRetry={() => void check()} />
      )}
      {state.kind === "done" && <Outcome scans={state.scans} />}
      <p className="unseen" role="status">
        {state.kind === "done" ? summarize(state.scans) : ""}
      </p>
    </>
  );
}

const outcomes = ["found", "ambiguous", "unknown"] as const;

const titles = { found: "Found", ambiguous: "Ambiguous", unknown: "Unknown" } as const;

function summarize(scans: readonly Scan[]): string {
  return outcomes.map((outcome) => `${formatCount(countOf(scans, outcome))} ${outcome}`).join(", ");
}

function countOf(scans: readonly Scan[], outcome: Scan["outcome"]): number {
  return scans.filter((scan) => scan.outcome === outcome).length;
}

function Outcome({ scans }: { readonly scans: readonly Scan[] }) {
  return (
    <section className="stocktake-result" aria-label="What was found">
      <p className="stocktake-summary">
        {summarize(scans)}
        <button type="button" onClick={() => download(toCsv(scans))}>
          Download the list
        </button>
      </p>
      {outcomes.map((outcome) => {
        const these = scans.filter((scan) => scan.outcome === outcome);
        if (these.length === 0) return null;
        return (
          <section key={outcome} aria-label={titles[outcome]}>
            <h2>
              {titles[outcome]} <span className="muted">{formatCount(these.length)}</span>
            </h2>
            <ul className="scans">
              {these.map((scan) => (
                <li key={scan.uid}>
                  <code>{scan.uid}</code>
                  {scan.times > 1 && <span className="muted"> scanned {scan.times} times</span>}
                  {scan.matches.map(({ id, tagId, name }) => (
                    <Link key={id} to="/tags/$tagId" params={{ tagId }}>
                      {toTitle(name, tagId)}
                    </Link>
                  ))}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "stocktake.csv";
  link.click();
  URL.revokeObjectURL(url);
}
