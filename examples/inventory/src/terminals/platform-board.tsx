import { useMemo } from "react";
import { graphql } from "../../__generated__/gql.ts";
import { type Choose, type Chosen, choose, toggle } from "../address/list-search.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { attempt } from "../parts/boundary.tsx";
import { FailureLine } from "../parts/failure-view.tsx";
import { PlatformRing, type Share } from "./platform-ring.tsx";
import { platformDimension, toTerminalFilter, versionDimension } from "./terminal-filter.ts";
import { VersionBars } from "./version-bars.tsx";

const PlatformsQuery = graphql(`
  query Platforms($search: String, $filter: TerminalFilter) {
    terminals(first: 0, search: $search, filter: $filter) {
      facets(by: [{ field: PLATFORM, first: 5 }]) {
        otherCount
        nullCount
        values { value count }
      }
    }
  }
`);

interface PlatformBoardProps {
  readonly search: string | null;
  readonly chosen: Chosen;
  readonly onChoose: Choose;
}

/** Charts of the terminals' platforms and their versions. Pressing a part of a chart filters the list by it. */
export function PlatformBoard({ search, chosen, onChoose }: PlatformBoardProps) {
  // The charts ignore their own filters, so that pressing one part does not remove the others.
  const filter = useMemo(() => toTerminalFilter(withoutPlatforms(chosen)), [chosen]);
  const { data, failure, isPrevious, retry } = useStrictQuery(PlatformsQuery, { search, filter });
  const facet = attempt(() => data?.terminals.facets?.[0]);
  const problem = facet.failure ?? (data === undefined ? failure : undefined);
  if (problem) {
    return (
      <section className="board" aria-label="Platforms and versions">
        <FailureLine failure={problem} onRetry={retry} />
      </section>
    );
  }
  const platforms = (facet.value?.values ?? []).map(({ value, count }) => ({
    name: String(value),
    count,
  }));
  const rest = (facet.value?.otherCount ?? 0) + (facet.value?.nullCount ?? 0);
  const shares: readonly Share[] = [
    ...platforms,
    ...(rest > 0 ? [{ name: null, count: rest }] : []),
  ];
  // Without terminals, the text below says more than an empty chart.
  if (facet.value !== undefined && shares.length === 0) return null;
  const choosePlatform = (platform: string) =>
    onChoose((latest) => choose(toggle(latest, platformDimension, platform), versionDimension, []));
  return (
    <section className="board" aria-label="Platforms and versions" aria-busy={isPrevious}>
      <PlatformRing
        shares={shares}
        chosen={chosen.get(platformDimension) ?? []}
        onChoose={choosePlatform}
      />
      <div className="versions">
        {platforms.map(({ name, count }, hue) => (
          <VersionBars
            key={name}
            platform={name}
            count={count}
            hue={hue}
            search={search}
            filter={filter}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </section>
  );
}

function withoutPlatforms(chosen: Chosen): Chosen {
  return choose(choose(chosen, platformDimension, []), versionDimension, []);
}
