import { scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { graphql } from "../../__generated__/gql.ts";
import type { TerminalFilter } from "../../__generated__/graphql.ts";
import { type Choose, type Chosen, choose } from "../address/list-search.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { attempt } from "../parts/boundary.tsx";
import { formatCount, formatCounted } from "../parts/count.ts";
import { FailureLine } from "../parts/failure-view.tsx";
import { toHue } from "./platform-ring.tsx";
import { platformDimension, versionDimension } from "./terminal-filter.ts";

const VersionsQuery = graphql(`
  query Versions($search: String, $filter: TerminalFilter) {
    terminals(first: 0, search: $search, filter: $filter) {
      facets(by: [{ field: PLATFORM_VERSION, first: 6 }]) {
        otherCount
        nullCount
        values { value count }
      }
    }
  }
`);

interface VersionBarsProps {
  readonly platform: string;
  /** The number of terminals on the platform: the length of a full bar. */
  readonly count: number;
  readonly hue: number;
  readonly search: string | null;
  readonly filter: TerminalFilter;
  readonly chosen: Chosen;
  readonly onChoose: Choose;
}

/** The versions of one platform as bars. Pressing one filters the list by it. */
export function VersionBars(props: VersionBarsProps) {
  const { platform, count, hue, chosen, onChoose } = props;
  const { data, failure, isPrevious, retry } = useStrictQuery(VersionsQuery, {
    search: props.search,
    filter: { ...props.filter, platform: { eq: platform } },
  });
  const facet = attempt(() => data?.terminals.facets?.[0]);
  const problem = facet.failure ?? (data === undefined ? failure : undefined);
  const rest = (facet.value?.otherCount ?? 0) + (facet.value?.nullCount ?? 0);
  const width = scaleLinear({ domain: [0, Math.max(1, count)], range: [0, 100] });
  const platforms = chosen.get(platformDimension) ?? [];
  const versions = chosen.get(versionDimension) ?? [];
  const isChosen = (version: string) => platforms.includes(platform) && versions.includes(version);
  const press = (version: string) => {
    const only = isChosen(version) ? [] : [version];
    onChoose((latest) =>
      choose(choose(latest, platformDimension, [platform]), versionDimension, only),
    );
  };
  return (
    <div className={`version-group ${toHue(hue)}`} aria-busy={isPrevious}>
      <h2>{platform}</h2>
      {problem !== undefined && <FailureLine failure={problem} onRetry={retry} />}
      <ul>
        {(facet.value?.values ?? []).map(({ value, count: terminals }) => {
          const version = String(value);
          return (
            <li key={version}>
              <button
                type="button"
                className="version"
                aria-pressed={isChosen(version)}
                aria-label={`${platform} ${version}: ${formatCounted(terminals, "terminal")}`}
                onClick={() => press(version)}
              >
                <span className="version-name" title={version}>
                  {version}
                </span>{" "}
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <Bar className="version-ground" width={100} height={10} />
                  <Bar className="version-bar" width={width(terminals)} height={10} />
                </svg>
                <span className="version-count">{formatCount(terminals)}</span>
              </button>
            </li>
          );
        })}
        {rest > 0 && (
          <li className="version-rest">{formatCounted(rest, "terminal")} with other versions</li>
        )}
      </ul>
    </div>
  );
}
