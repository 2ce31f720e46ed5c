import "./chart.css";
import { useState } from "react";
import { formatCount } from "../../format.ts";
import { downloadCsv } from "../download.ts";
import { PartChoice } from "../table-view/table-bar.tsx";
import { ColumnChart } from "./column-chart.tsx";
import {
  type ChartEntry,
  type ChartNumbers,
  type FacetChart,
  toChartTable,
} from "./find-charts.ts";

export function ChartPanel({ charts }: { readonly charts: readonly FacetChart[] }) {
  const [path, setPath] = useState<string | null>(null);
  const chart = charts.find((candidate) => candidate.path === path) ?? charts[0];
  if (chart === undefined) {
    return (
      <p className="empty">
        This response has no facets. Select <code>facets</code> of a list, with the{" "}
        <code>count</code> of their <code>values</code>, to see a chart.
      </p>
    );
  }
  return (
    <div className="table-panel pane">
      <div className="bar row">
        <PartChoice
          label="Facet to show"
          parts={charts.map(({ path: at, title }) => ({
            path: at,
            text: charts.length === 1 ? title : `${title} (${at})`,
          }))}
          shown={chart.path}
          onChoose={setPath}
        />
        <span className="muted small">{describeRest(chart)}</span>
        <span className="gap" />
        <button
          type="button"
          title="Download this chart's data as CSV"
          onClick={() => {
            const { columns, rows } = toChartTable(chart);
            downloadCsv(chart.path, columns, rows);
          }}
        >
          Download
        </button>
      </div>
      <figure className="chart scroll" aria-label={`Chart of ${chart.title}`}>
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

function describeRest({ otherCount, nullCount }: FacetChart): string {
  return [
    ...(otherCount ? [`${formatCount(otherCount, "record")} beside these`] : []),
    ...(nullCount ? [`${formatCount(nullCount, "record")} without a value`] : []),
  ].join(", ");
}

/** Each bar has its value and count in words, so that nothing depends on colour or length alone. */
function BarChart({ entries }: { readonly entries: readonly ChartEntry[] }) {
  const most = Math.max(...entries.map(({ count }) => count), 1);
  return (
    // Long lists scroll, and what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <ul className="chart-bars" tabIndex={0} aria-label="Values and their counts">
      {entries.map(({ label, count, isSelected }) => (
        <li key={label} className={isSelected ? "is-selected" : undefined}>
          <span className="cut" title={label}>
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

function NumberLine({ numbers: { min, mean, max } }: { readonly numbers: ChartNumbers }) {
  const share = max > min ? (mean / 2 - min / 2) / (max / 2 - min / 2) : 0.5;
  return (
    <div className="chart-numbers">
      <dl>
        {Object.entries({ least: min, mean, most: max }).map(([name, number]) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
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
