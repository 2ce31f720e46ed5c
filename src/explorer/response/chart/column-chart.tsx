import { type KeyboardEvent, useRef, useState } from "react";
import { formatCount } from "../../format.ts";
import type { ChartEntry } from "./find-charts.ts";

const [minPitch, maxPitch, chartHeight, labelHeight] = [9, 72, 220, 26];
const widthGoal = 500;
const labelWidth = 74;

/**
 * Columns, side by side in their order. Arrow keys, Home and End go from one to the next, and a
 * line of text says which it is and how many records it has.
 */
export function ColumnChart({
  title,
  entries,
}: {
  readonly title: string;
  readonly entries: readonly ChartEntry[];
}) {
  const [current, setCurrent] = useState(0);
  const columns = useRef<(SVGGElement | null)[]>([]);
  const pitch = Math.min(Math.max(widthGoal / entries.length, minPitch), maxPitch);
  const most = Math.max(...entries.map(({ count }) => count), 1);
  const labelStep = Math.ceil(labelWidth / pitch);
  const width = Math.max(pitch * entries.length, labelWidth);
  const move = (event: KeyboardEvent) => {
    const last = entries.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(current - 1, 0),
      ArrowRight: Math.min(current + 1, last),
      Home: 0,
      End: last,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    columns.current[next]?.focus();
  };
  const shown = entries[current];
  return (
    <div className="chart-columns">
      <p className="chart-readout" aria-hidden="true">
        {shown && describe(shown)}
      </p>
      <div className="chart-scroller">
        {/* biome-ignore lint/a11y/useSemanticElements: an SVG has no lists */}
        <svg
          width={width}
          height={chartHeight + labelHeight}
          role="list"
          aria-label={`${title}: ${formatCount(entries.length, "range")}`}
          onKeyDown={move}
        >
          <path className="chart-grid" d={`M0 ${chartHeight + 0.5}H${width}`} />
          {entries.map((entry, at) => (
            <Column
              // A range has no key but its place.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              entry={entry}
              place={{ left: at * pitch, pitch, height: (entry.count / most) * (chartHeight - 20) }}
              isCurrent={at === current}
              label={at % labelStep === 0 ? entry.shortLabel : null}
              onChoose={() => setCurrent(at)}
              elementRef={(element) => {
                columns.current[at] = element;
              }}
            />
          ))}
        </svg>
      </div>
    </div>
  );
}

function Column({
  entry,
  place,
  isCurrent,
  label,
  onChoose,
  elementRef,
}: {
  readonly entry: ChartEntry;
  readonly place: { readonly left: number; readonly pitch: number; readonly height: number };
  readonly isCurrent: boolean;
  /** Null for none, where there is no room. */
  readonly label: string | null;
  readonly onChoose: () => void;
  readonly elementRef: (element: SVGGElement | null) => void;
}) {
  const { left, pitch, height } = place;
  const { count, isSelected } = entry;
  // A single record must be seen, too.
  const shownHeight = count > 0 ? Math.max(height, 2) : 0;
  const classes = [isCurrent && "is-current", isSelected && "is-selected"].filter(Boolean);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG has no lists
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the arrow keys go from one to the next
    <g
      ref={elementRef}
      role="listitem"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={describe(entry)}
      className={classes.join(" ")}
      onFocus={onChoose}
      onPointerEnter={onChoose}
    >
      <title>{describe(entry)}</title>
      <rect className="chart-area" x={left} y={0} width={pitch} height={chartHeight} />
      <rect
        className="chart-column"
        x={left + pitch * 0.1}
        y={chartHeight - shownHeight}
        width={pitch * 0.8}
        height={shownHeight}
      />
      {pitch >= 30 && count > 0 && (
        <text x={left + pitch / 2} y={chartHeight - shownHeight - 5} textAnchor="middle">
          {count.toLocaleString("en")}
        </text>
      )}
      {isSelected && (
        <text x={left + pitch / 2} y={12} textAnchor="middle">
          ✓
        </text>
      )}
      {label !== null && (
        <text x={left + 1} y={chartHeight + 18}>
          {label}
        </text>
      )}
    </g>
  );
}

function describe({ label, count, isSelected }: ChartEntry): string {
  return `${label}: ${formatCount(count, "record")}${isSelected ? ", selected" : ""}`;
}
