import "./chart.css";
import { useState } from "react";
import { formatCount } from "../../format.ts";
import { download } from "../download.ts";
import { formatChartCsv } from "./chart-csv.ts";
import { ColumnChart } from "./column-chart.tsx";
import type { ChartEntry, ChartNumbers, FacetChart } from "./find-charts.ts";

/** The facets of a response as charts, one at a time. */
export function ChartPanel({ charts }: { readonly charts: readonly FacetChart[] }) {
  const [path, setPath] = useState<string | null>(null);
  const chart = charts.find((candidate) => candidate.path === path) ?? charts[0];
  if (chart === undefined) return <NoChart />;
  return (
    <div className="chart-panel">
      <div className="bar">
        <ChartChoice charts={charts} shown={chart} onChoose={setPath} />
        <span className="muted table-count">{describeRest(chart)}</span>
        <span className="gap" />
        <button
          type="button"
          aria-label="Download CSV"
          title="Download this chart's data as CSV"
          onClick={() =>
            download(
              formatChartCsv(chart),
              `${chart.path.replace(/[^A-Za-z0-9]+/g, "-")}.csv`,
              "text/csv;charset=utf-8",
            )
          }
        >
          CSV
        </button>
      </div>
      <figure className="chart" aria-label={`Chart of ${chart.title}`}>
        {chart.numbers && <NumberLine numbers={chart.numbers} />}
        {chart.entries.length === 0 ? (
          <p className="empty">No record has a value.</p>
        ) : chart.kind === "values" ? (
          <BarChart entries={chart.entries} />
        ) : (
          <ColumnChart key={chart.path} title={chart.title} entries={chart.entries} />
        )}
      </figure>
    </div>
  );
}

interface ChartChoiceProps {
  readonly charts: readonly FacetChart[];
  readonly shown: FacetChart;
  readonly onChoose: (path: string) => void;
}

function ChartChoice({ charts, shown, onChoose }: ChartChoiceProps) {
  if (charts.length === 1) return <code className="table-name">{shown.title}</code>;
  return (
    <select
      aria-label="Facet to show"
      value={shown.path}
      onChange={(event) => onChoose(event.target.value)}
    >
      {charts.map(({ path, title }) => (
        <option key={path} value={path}>
          {title} ({path})
        </option>
      ))}
    </select>
  );
}

function describeRest({ otherCount, nullCount }: FacetChart): string {
  const parts = [
    otherCount !== null && otherCount > 0 && `${formatCount(otherCount, "record")} beside these`,
    nullCount !== null && nullCount > 0 && `${formatCount(nullCount, "record")} without a value`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** Bars, one below the other, each with its value and its count in words, so that nothing depends on colour or length alone. */
function BarChart({ entries }: { readonly entries: readonly ChartEntry[] }) {
  const most = Math.max(...entries.map(({ count }) => count), 1);
  return (
    // Long lists scroll, and what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <ul className="chart-bars" tabIndex={0} aria-label="Values and their counts">
      {entries.map(({ label, count, isSelected }) => (
        <li key={label} className={isSelected ? "is-selected" : undefined}>
          <span className="chart-label" title={label}>
            {isSelected && (
              <span>
                ✓<span className="unseen"> selected: </span>{" "}
              </span>
            )}
            {label}
          </span>
          <span className="chart-track" aria-hidden="true">
            <span style={{ width: `${(count / most) * 100}%` }} />
          </span>
          <span className="chart-count">{count.toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
}

/** The least, the mean and the greatest number, in words and on a line between the two ends. */
function NumberLine({ numbers: { min, mean, max } }: { readonly numbers: ChartNumbers }) {
  const share = max > min ? (mean / 2 - min / 2) / (max / 2 - min / 2) : 0.5;
  return (
    <div className="chart-numbers">
      <dl>
        {(
          [
            ["least", min],
            ["mean", mean],
            ["most", max],
          ] as const
        ).map(([name, number]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number.toLocaleString("en", { maximumSignificantDigits: 6 })}</dd>
          </div>
        ))}
      </dl>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <path d="M1 0V8M1 4H99M99 0V8" />
        <rect x={1 + share * 98 - 0.75} y="0" width="1.5" height="8" />
      </svg>
    </div>
  );
}

function NoChart() {
  return (
    <p className="empty">
      This response has no facets. Select <code>facets</code> of a list, with the <code>count</code>{" "}
      of their <code>values</code>, to see a chart.
    </p>
  );
}
