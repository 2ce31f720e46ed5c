import { useEffect, useMemo, useRef, useState } from "react";
import type { JsonObject } from "../../connect/json.ts";
import type { TableColumn } from "../table/columns.ts";
import { TableCell } from "./table-cell.tsx";

/** How a column can be sorted. */
export interface ColumnSort {
  /** Null if the list is not sorted by it. */
  readonly direction: "ASC" | "DESC" | null;
  readonly onClick: () => void;
}

interface DataTableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (JsonObject | null)[];
  /** The number of the first row. */
  readonly firstNumber: number;
  readonly pictureOrigins: readonly string[];
  /** Null for a column that cannot be sorted. */
  readonly sortBy: (column: TableColumn) => ColumnSort | null;
}

/** Rows drawn beyond the edges of the view, so that scrolling shows no gap. */
const spare = 12;
const charWidth = 8.2;

/** A table of any length. Only the rows in view, and a few beyond, are drawn. */
export function DataTable(props: DataTableProps) {
  const { label, columns, rows, firstNumber, pictureOrigins, sortBy } = props;
  const rowHeight = pictureOrigins.length > 0 ? 64 : 34;
  const scroller = useRef<HTMLDivElement>(null);
  // Another page, or another order, starts at its top. The sideways scroll stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again for other rows
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [rows]);
  const { from, to } = useVisibleRows(scroller, rows.length, rowHeight);
  const widths = useMemo(
    () => columns.map(({ width }) => Math.round(width * charWidth + 26)),
    [columns],
  );
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-scroller" ref={scroller} tabIndex={0} aria-label={label}>
      <table
        aria-rowcount={rows.length + 1}
        style={{ width: widths.reduce((sum, width) => sum + width, 52) }}
      >
        <colgroup>
          <col style={{ width: 52 }} />
          {columns.map(({ id }, at) => (
            <col key={id} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="row-number">
              <span className="unseen">Row</span>
            </th>
            {columns.map((column) => (
              <Head key={column.id} label={column.label} sort={sortBy(column)} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={from * rowHeight} />
          {rows.slice(from, to).map((row, at) => (
            <tr
              // A row has no key but its index.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={from + at}
              aria-rowindex={from + at + 2}
              className={(from + at) % 2 === 1 ? "odd" : undefined}
              style={{ height: rowHeight }}
            >
              <td className="row-number">{(firstNumber + from + at).toLocaleString("en")}</td>
              {columns.map((column) => (
                <td key={column.id}>
                  {row === null ? (
                    <span className="cell-none">unreadable</span>
                  ) : (
                    <TableCell
                      column={column}
                      cell={column.read(row)}
                      pictureOrigins={pictureOrigins}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
          <Spacer height={(rows.length - to) * rowHeight} />
        </tbody>
      </table>
    </section>
  );
}

function Head({ label, sort }: { readonly label: string; readonly sort: ColumnSort | null }) {
  if (sort === null) {
    return (
      <th scope="col" title={label}>
        {label}
      </th>
    );
  }
  const { direction, onClick } = sort;
  const order = direction === null ? "none" : direction === "ASC" ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={order} title={`Sort by ${label}`}>
      <button type="button" className="sort" onClick={onClick}>
        <span>{label}</span>
      </button>
    </th>
  );
}

function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="spacer">
      <td style={{ height }} />
    </tr>
  );
}

function useVisibleRows(
  scroller: React.RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): { readonly from: number; readonly to: number } {
  const [first, setFirst] = useState(0);
  const [size, setSize] = useState(30);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      setFirst(Math.floor(element.scrollTop / rowHeight));
      setSize(Math.ceil(element.clientHeight / rowHeight) + 1);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [scroller, rowHeight]);
  // Whole steps of a few rows: fewer renders while scrolling.
  const start = Math.max(0, Math.min(first, count - 1) - spare);
  const from = start - (start % 6);
  return { from, to: Math.min(count, from + size + 2 * spare + 6) };
}
