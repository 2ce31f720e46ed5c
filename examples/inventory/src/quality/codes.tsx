import { Link } from "@tanstack/react-router";
import { formatCount } from "../parts/count.ts";
import { codeNames, type QualitySearch } from "./quality-search.ts";
import type { Quality } from "./use-quality.ts";

interface CodesProps {
  readonly of: QualitySearch["of"];
  readonly chosen: QualitySearch["code"];
  /** All issues, of any kind; undefined while they are being counted. */
  readonly all: Quality["all"];
}

/** The kinds of issues with their counts. Each links to the issues of that kind. */
export function Codes({ of, chosen, all }: CodesProps) {
  const records = of === undefined ? {} : { of };
  const total = all?.totalCount ?? null;
  return (
    <nav className="codes" aria-label="Kinds of issues">
      <Link
        to="/quality"
        search={records}
        className="code"
        activeOptions={{ exact: true }}
        aria-current={chosen === undefined}
      >
        <span className="code-count">{total === null ? "…" : formatCount(total)}</span>
        <span className="code-name">All issues</span>
      </Link>
      {all?.counts.map(({ code, severity, count }) => (
        <Link
          key={code}
          to="/quality"
          search={{ ...records, code }}
          className={severity === "ERROR" ? "code is-error" : "code is-warning"}
          activeOptions={{ exact: true }}
          aria-current={chosen === code}
        >
          <span className="code-count">{formatCount(count)}</span>
          <span className="code-name">{codeNames[code]}</span>
          <span className="code-severity">{severity === "ERROR" ? "error" : "warning"}</span>
        </Link>
      ))}
    </nav>
  );
}
