import { Link } from "@tanstack/react-router";
import { formatCount } from "../parts/count.ts";
import { codeNames, type QualitySearch } from "./quality-search.ts";
import type { Quality } from "./use-quality.ts";

interface CodesProps {
  readonly of: QualitySearch["of"];
  readonly chosen: QualitySearch["code"];
  readonly counts: Quality["counts"];
}

/** The kinds of issues with their counts. Each links to the issues of that kind. */
export function Codes({ of, chosen, counts }: CodesProps) {
  const records = of === undefined ? {} : { of };
  const format = (count: number) => `${formatCount(count)}${counts?.isExact ? "" : "+"}`;
  return (
    <nav className="codes" aria-label="Kinds of issues">
      <Link
        to="/quality"
        search={records}
        className="code"
        activeOptions={{ exact: true }}
        aria-current={chosen === undefined}
      >
        <span className="code-count">{counts ? format(counts.all) : "…"}</span>
        <span className="code-name">All issues</span>
      </Link>
      {counts?.byCode.map(({ code, severity, count }) => (
        <Link
          key={code}
          to="/quality"
          search={{ ...records, code }}
          className={severity === "ERROR" ? "code is-error" : "code is-warning"}
          activeOptions={{ exact: true }}
          aria-current={chosen === code}
        >
          <span className="code-count">{format(count)}</span>
          <span className="code-name">{codeNames[code]}</span>
          <span className="code-severity">{severity === "ERROR" ? "error" : "warning"}</span>
        </Link>
      ))}
    </nav>
  );
}
