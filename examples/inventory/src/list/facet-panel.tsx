import type { CSSProperties } from "react";
import { Checkbox, CheckboxGroup, Label, Radio, RadioGroup } from "react-aria-components";
import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import type { FacetValuesFragment } from "../../__generated__/graphql.ts";
import { type Choose, type Chosen, choose, revise } from "../address/list-search.ts";
import { formatCount } from "../parts/count.ts";
import { type Dimension, findUsed, formatChoice, writeRange } from "./dimensions.ts";

/** The part of a facet that the filters show. */
export const FacetValues = graphql(`
  fragment FacetValues on Facet {
    field
    otherCount
    nullCount
    values { value from to count selected }
  }
`);

interface FacetPanelProps {
  readonly dimensions: readonly Dimension[];
  /** Undefined while they are being counted. */
  readonly facets: readonly FragmentType<typeof FacetValues>[] | undefined;
  /** Whether the list could not be read, so that there is nothing to count. */
  readonly isFailed: boolean;
  /** Whether the counts are those of the previous list. */
  readonly isPrevious: boolean;
  readonly chosen: Chosen;
  readonly onChoose: Choose;
}

/** The filters of a list. Each value has the number of its records. */
export function FacetPanel(props: FacetPanelProps) {
  const { dimensions, facets, isFailed, isPrevious, chosen, onChoose } = props;
  const values = readFragment(FacetValues, facets) ?? [];
  if (facets === undefined && isFailed) {
    return <p className="facet-rest">Filters appear as soon as the list can be read.</p>;
  }
  return (
    <div className="facets" aria-busy={isPrevious}>
      {dimensions.map((dimension) => {
        const { id, choice } = dimension;
        if (dimension.facet === undefined && dimension.options === undefined) return null;
        const facet = values.find(({ field }) => field === dimension.facet);
        const seen = chosen.get(id) ?? [];
        const shared = { dimension, facet, chosen: seen };
        return choice === "one" ? (
          <ChoiceFacet
            key={id}
            {...shared}
            onChoose={(now) => onChoose((latest) => choose(latest, id, now))}
          />
        ) : (
          <ValueFacet
            key={id}
            {...shared}
            onChoose={(now) => onChoose((latest) => revise(latest, id, { seen, now }))}
          />
        );
      })}
    </div>
  );
}

interface FacetProps {
  readonly dimension: Dimension;
  readonly facet: FacetValuesFragment | undefined;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

function ValueFacet({ dimension, facet, chosen, onChoose }: FacetProps) {
  const entries = (facet?.values ?? []).map(({ value, count }) => ({
    value: String(value),
    count,
  }));
  // A chosen value stays, even if no record has it, so that it can be unticked.
  const missing = chosen
    .filter((value) => !entries.some((entry) => entry.value === value))
    .map((value) => ({ value, count: 0 }));
  const all = [...entries, ...missing];
  if (all.length === 0) return null;
  const maxCount = Math.max(1, ...all.map(({ count }) => count));
  return (
    <CheckboxGroup className="facet" value={[...chosen]} onChange={onChoose}>
      <Label className="facet-name">{dimension.label}</Label>
      {all.map(({ value, count }) => (
        <Checkbox key={value} value={value} className="facet-value">
          <FacetLine text={formatChoice(dimension, value)} count={count} share={count / maxCount} />
        </Checkbox>
      ))}
      {facet !== undefined && facet.otherCount > 0 && (
        <p className="facet-rest">{formatCount(facet.otherCount)} with other values</p>
      )}
    </CheckboxGroup>
  );
}

function ChoiceFacet({ dimension, facet, chosen, onChoose }: FacetProps) {
  const { options } = dimension;
  const counted = (facet?.values ?? []).map(({ from, to, count }) => ({
    value: writeRange(from, to),
    count,
  }));
  if (facet === undefined && options === undefined && chosen.length === 0) return null;
  const choices = options ? [...options.keys()].map((value) => ({ value })) : counted;
  const maxCount = Math.max(1, ...counted.map(({ count }) => count));
  return (
    <RadioGroup
      className="facet"
      value={findUsed(dimension, chosen)[0] ?? ""}
      onChange={(value) => onChoose(value === "" ? [] : [value])}
    >
      <Label className="facet-name">{dimension.label}</Label>
      <Radio value="" className="facet-value">
        <FacetLine text="any" />
      </Radio>
      {choices.map(({ value, count }: { readonly value: string; readonly count?: number }) => (
        <Radio key={value} value={value} className="facet-value">
          <FacetLine
            text={formatChoice(dimension, value)}
            {...(count !== undefined && { count, share: count / maxCount })}
          />
        </Radio>
      ))}
    </RadioGroup>
  );
}

function FacetLine({
  text,
  count,
  share = 0,
}: {
  readonly text: string;
  readonly count?: number;
  readonly share?: number;
}) {
  return (
    <>
      <span className="tick" aria-hidden="true" />
      <span className="facet-text">{text}</span>
      {count !== undefined && <span className="facet-count">{formatCount(count)}</span>}
      {count !== undefined && (
        <span
          className="facet-bar"
          aria-hidden="true"
          style={{ "--share": share } as CSSProperties}
        />
      )}
    </>
  );
}
