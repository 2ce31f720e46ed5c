import { Pie } from "@visx/shape";
import { formatCount, formatCounted } from "../parts/count.ts";

/** The number of terminals on a platform, or on all other platforms if the name is null. */
export interface Share {
  readonly name: string | null;
  readonly count: number;
}

interface PlatformRingProps {
  /** Empty while they are being counted. */
  readonly shares: readonly Share[];
  readonly chosen: readonly string[];
  readonly onChoose: (platform: string) => void;
}

/** The platforms as a ring. The buttons next to it say the same in words. */
export function PlatformRing({ shares, chosen, onChoose }: PlatformRingProps) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const isFaded = ({ name }: Share) =>
    chosen.length > 0 && (name === null || !chosen.includes(name));
  return (
    <div className="ring">
      <svg viewBox="-60 -60 120 120" width="148" height="148" aria-hidden="true">
        <circle className="ring-ground" r="48" />
        <Pie
          data={[...shares]}
          pieValue={({ count }) => count}
          pieSort={null}
          pieSortValues={null}
          outerRadius={57}
          innerRadius={39}
          padAngle={0.03}
          cornerRadius={4}
        >
          {({ arcs, path }) =>
            arcs.map((arc) => (
              <path
                key={arc.data.name ?? ""}
                className={`${toHue(arc.data.name === null ? null : arc.index)}${isFaded(arc.data) ? " is-faded" : ""}`}
                d={path(arc) ?? ""}
              />
            ))
          }
        </Pie>
        {total > 0 && (
          <>
            <text className="ring-count" y="2">
              {formatCount(total)}
            </text>
            <text className="ring-noun" y="16">
              {total === 1 ? "terminal" : "terminals"}
            </text>
          </>
        )}
      </svg>
      <ul className="legend" aria-label="Platforms">
        {shares.map(({ name, count }, at) => (
          <li key={name ?? ""}>
            {name === null ? (
              <span className="legend-line">
                <span className={`swatch ${toHue(null)}`} aria-hidden="true" />
                other <span className="legend-count">{formatCount(count)}</span>
              </span>
            ) : (
              <button
                type="button"
                className="legend-line"
                aria-pressed={chosen.includes(name)}
                aria-label={`${name}: ${formatCounted(count, "terminal")}`}
                onClick={() => onChoose(name)}
              >
                <span className={`swatch ${toHue(at)}`} aria-hidden="true" />
                <span className="legend-name">{name}</span>{" "}
                <span className="legend-count">{formatCount(count)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The class with a platform's colour, by its position; null for the other platforms. */
export function toHue(at: number | null): string {
  return at === null ? "hue-rest" : `hue-${at}`;
}
