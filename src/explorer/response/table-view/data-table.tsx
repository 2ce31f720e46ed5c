import { useEffect, useMemo, useRef, useState } from "react";
import type { JsonObject } from "../../connect/json.ts";
import type { TableColumn } from "../table/columns.ts";
import { TableCell } from "./table-cell.tsx";

export interface ColumnSort {
  readonly direction: "ASC" | "DESC" | null;
  readonly onClick: () => void;
}

interface DataTableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (JsonObject | null)[];
  readonly firstNumber: number;
  readonly imageOrigins: readonly string[];
  readonly sortOf: (column: TableColumn) => ColumnSort | null;
  readonly followOf: (cell: unknown) => (() => void) | null;
  /** Whether it takes the focus when it appears, because what had the focus is gone. */
  readonly takesFocus: boolean;
}

/** How many rows are drawn beyond the edges of the view, so that scrolling shows no gap. */
const overscan = 12;
/** The rows drawn change in steps of this many, so that scrolling renders less often. */
const rangeStep = 6;
const charWidth = 8.2;
const numberWidth = 52;

export function DataTable(props: DataTableProps) {
  const { label, columns, rows, imageOrigins, sortOf, takesFocus } = props;
  const rowHeight = imageOrigins.length > 0 ? 64 : 34;
  const scroller = useRef<HTMLDivElement>(null);
  // A new page or order starts at the top. The horizontal position stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the reason to scroll
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [rows]);
  useEffect(() => {
    if (takesFocus) scroller.current?.focus();
  }, [takesFocus]);
  const { from, to } = useVisibleRows(scroller, rows.length, rowHeight);
  const widths = useMemo(
    () => columns.map(({ width }) => Math.round(width * charWidth + 26)),
    [columns],
  );
  const totalWidth = widths.reduce((sum, width) => sum + width, numberWidth);
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-scroller scroll" ref={scroller} tabIndex={0} aria-label={label}>
      <table aria-rowcount={rows.length + 1} style={{ width: totalWidth }}>
        <colgroup>
          <col style={{ width: numberWidth }} />
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
              <HeaderCell key={column.id} label={column.label} sort={sortOf(column)} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={from * rowHeight} />
          {rows.slice(from, to).map((row, at) => (
            // A row has no key but its index.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Row key={from + at} {...props} row={row} index={from + at} height={rowHeight} />
          ))}
          <Spacer height={(rows.length - to) * rowHeight} />
        </tbody>
      </table>
    </section>
  );
}

function HeaderCell({ label, sort }: { readonly label: string; readonly sort: ColumnSort | null }) {
  if (sort === null) {
    return (
      <th scope="col" title={label}>
        {label}
      </th>
    );
  }
  const { direction, onClick } = sort;
  const order = direction === null ? "none" : ariaOrders[direction];
  return (
    <th scope="col" aria-sort={order} title={`Sort by ${label}`}>
      <button type="button" className="sort quiet" onClick={onClick}>
        <span className="cut">{label}</span>
        {direction && <span aria-hidden="true">{direction === "ASC" ? "▲" : "▼"}</span>}
      </button>
    </th>
  );
}

const ariaOrders = { ASC: "ascending", DESC: "descending" } as const;

function Row(
  props: DataTableProps & {
    readonly row: JsonObject | null;
    readonly index: number;
    readonly height: number;
  },
) {
  const { row, index, height, columns, firstNumber, imageOrigins, followOf } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      className={index % 2 === 1 ? "odd" : undefined}
      style={{ height }}
    >
      <td className="row-number">{(firstNumber + index).toLocaleString("en")}</td>
      {columns.map((column) => (
        <td key={column.id}>
          {row === null ? (
            <span className="cell-none">unreadable</span>
          ) : (
            <TableCell
              column={column}
              cell={column.read(row)}
              imageOrigins={imageOrigins}
              onFollow={followOf(column.read(row))}
            />
          )}
        </td>
      ))}
    </tr>
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
  const start = Math.max(0, Math.min(first, count - 1) - overscan);
  const from = start - (start % rangeStep);
  return { from, to: Math.min(count, from + size + 2 * overscan + rangeStep) };
}
