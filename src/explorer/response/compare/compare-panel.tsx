import { useMemo } from "react";
import type { ReceivedResponse } from "../../connect/graphql-over-http.ts";
import { formatCount, formatDateTime, formatSize } from "../../format.ts";
import {
  compareData,
  countDifferences,
  isSame,
  type ListDifference,
  type ValueDifference,
} from "./compare.ts";

/** A response that was pinned, and when. */
export interface PinnedResponse {
  readonly response: ReceivedResponse;
  /** In milliseconds since 1970. */
  readonly pinnedAt: number;
}

interface ComparePanelProps {
  readonly pinned: PinnedResponse;
  readonly response: ReceivedResponse;
}

/** A row of the comparison's table. */
interface Line {
  readonly kind: "added" | "removed" | "changed";
  readonly row: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** More would slow the page down. */
const maxLines = 1000;

/** What differs between the pinned response and this one, side by side. */
export function ComparePanel({ pinned, response }: ComparePanelProps) {
  const comparison = useMemo(
    () =>
      compareData(
        { data: pinned.response.body?.data, errors: pinned.response.body?.errors },
        { data: response.body?.data, errors: response.body?.errors },
      ),
    [pinned, response],
  );
  return (
    <div className="compare">
      <p className="hint">
        Pinned {formatDateTime(pinned.pinnedAt)}: {factsOf(pinned.response)}. Now:{" "}
        {factsOf(response)}.
      </p>
      {isSame(comparison) && <p className="empty">Both responses have the same data.</p>}
      {comparison.values.length > 0 && (
        <Lines label="Values outside of lists" lines={comparison.values.map(toLine)} />
      )}
      {comparison.lists.map((list) => (
        <List key={list.path} list={list} />
      ))}
    </div>
  );
}

function factsOf({ status, durationMs, text }: ReceivedResponse): string {
  return `${status} · ${durationMs} ms · ${formatSize(text.length)}`;
}

function toLine({ path, before, after }: ValueDifference): Line {
  return { kind: "changed", row: "", field: withoutRoot(path), before, after };
}

/** Paths begin with `data.`, which says nothing. */
function withoutRoot(path: string): string {
  return path.replace(/^data\./, "");
}

function List({ list }: { readonly list: ListDifference }) {
  const { added, removed, changed, unchangedCount, isReordered } = list;
  const name = withoutRoot(list.path);
  if (countDifferences(list) === 0) {
    return isReordered ? <p className="empty">{name}: the same rows in another order.</p> : null;
  }
  const lines: readonly Line[] = [
    ...added.map(
      ({ label, value }): Line => ({
        ...{ kind: "added", row: label, field: "", before: undefined, after: value },
      }),
    ),
    ...removed.map(
      ({ label, value }): Line => ({
        ...{ kind: "removed", row: label, field: "", before: value, after: undefined },
      }),
    ),
    ...changed.flatMap(({ label, values }) =>
      values.map(
        ({ path, before, after }): Line => ({
          ...{ kind: "changed", row: label, field: path, before, after },
        }),
      ),
    ),
  ];
  const counts = [
    `${formatCount(added.length, "row")} added`,
    `${formatCount(removed.length, "row")} removed`,
    `${formatCount(changed.length, "row")} changed`,
    `${formatCount(unchangedCount, "row")} as before`,
    ...(isReordered ? ["in another order"] : []),
  ];
  return <Lines label={`${name}: ${counts.join(", ")}`} lines={lines} />;
}

const signs = { added: "+ added", removed: "− removed", changed: "~ changed" };

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly Line[] }) {
  const shown = lines.slice(0, maxLines);
  return (
    <>
      <h2>{label}</h2>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="compare-scroller" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Difference</th>
              <th scope="col">Where</th>
              <th scope="col">Pinned</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line, at) => (
              // Two rows that nothing tells apart have equal lines.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={at} className={`is-${line.kind}`}>
                <td>{signs[line.kind]}</td>
                <td>
                  {line.row} {line.field !== "" && <code>{line.field}</code>}
                </td>
                <td>{toText(line.before)}</td>
                <td>{toText(line.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {lines.length > maxLines && (
        <p className="hint">{formatCount(lines.length - maxLines, "more difference")}.</p>
      )}
    </>
  );
}

function toText(value: unknown): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
