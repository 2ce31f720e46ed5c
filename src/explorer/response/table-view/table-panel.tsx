import { useMemo, useState } from "react";
import type { RowsBefore } from "../finished-run.ts";
import {
  isOrderedBy,
  type ListOrder,
  nextOrder,
  type Sorting,
  sortCriterionOf,
} from "../rewrite/sorting.ts";
import { columnsOf, type TableColumn } from "../table/columns.ts";
import {
  findImageIdentifiers,
  findTables,
  type TableSource,
  tableAround,
} from "../table/find-tables.ts";
import type { SelectedField } from "../table/selection.ts";
import { type ColumnSort, DataTable } from "./data-table.tsx";
import {
  BackButton,
  Downloads,
  ImagesButton,
  PageButton,
  type PageButtonProps,
  RowCount,
  TableChoice,
} from "./table-bar.tsx";

interface TablePanelProps extends Omit<PageButtonProps, "source"> {
  readonly data: unknown;
  readonly selection: readonly SelectedField[];
  readonly imageOrigins: readonly string[];
  readonly rowsBefore: RowsBefore;
  /** How the server can sort a list; null if it cannot. */
  readonly sortingOf: (source: TableSource) => Sorting | null;
  readonly onSort: (source: TableSource, order: ListOrder | null) => void;
}

export function TablePanel(props: TablePanelProps) {
  const { data, selection, imageOrigins, rowsBefore } = props;
  const tables = useMemo(() => findTables(data, selection), [data, selection]);
  const [path, setPath] = useState<string | null>(null);
  const [isFollowed, setIsFollowed] = useState(false);
  const [showsImages, setShowsImages] = useState(false);
  const source = tables.find((candidate) => candidate.path === path) ?? tables[0];
  const images = useMemo(() => findImageIdentifiers(data), [data]);
  const columns = useMemo(
    () => (source ? columnsOf(source.rows, source.fields, images) : []),
    [source, images],
  );
  const followed = useMemo(
    () => new Map(tables.map((table) => [table.value, table] as const)),
    [tables],
  );
  if (source === undefined) return <NoTable />;
  const show = (shown: string, by: "choice" | "link") => {
    setPath(shown);
    setIsFollowed(by === "link");
  };
  const before = rowsBefore[source.path];
  const sorting = source.connection === null ? null : props.sortingOf(source);
  const hasImages = columns.some(({ kind }) => kind === "image");
  return (
    <div className="table-panel">
      <div className="bar">
        <TableChoice tables={tables} shown={source} onChoose={(chosen) => show(chosen, "choice")} />
        <BackButton
          around={tableAround(tables, source)}
          onBack={(around) => show(around, "link")}
        />
        <RowCount source={source} before={before} />
        <span className="gap" />
        {hasImages && imageOrigins.length > 0 && (
          <ImagesButton isOn={showsImages} onChange={setShowsImages} />
        )}
        <Downloads source={source} columns={columns} />
        <PageButton source={source} onPage={props.onPage} onAddPageInfo={props.onAddPageInfo} />
      </div>
      {source.rows.length === 0 ? (
        <p className="empty">This list is empty.</p>
      ) : (
        <DataTable
          key={source.path}
          label={`Table of ${source.path}`}
          columns={columns}
          rows={source.rows}
          sortOf={(column) =>
            sorting && columnSort(sorting, column, source, (order) => props.onSort(source, order))
          }
          followOf={(cell) => followOf(followed.get(cell), (table) => show(table, "link"))}
          takesFocus={isFollowed}
          firstNumber={(before ?? 0) + 1}
          imageOrigins={showsImages ? imageOrigins : []}
        />
      )}
    </div>
  );
}

function followOf(
  table: TableSource | undefined,
  show: (path: string) => void,
): (() => void) | null {
  return table === undefined || table.rows.length === 0 ? null : () => show(table.path);
}

function columnSort(
  sorting: Sorting,
  column: TableColumn,
  { fields }: TableSource,
  onSort: (order: ListOrder | null) => void,
): ColumnSort | null {
  const criterion = sortCriterionOf(sorting, column, fields);
  if (criterion === null) return null;
  const { current } = sorting;
  const direction = isOrderedBy(current, criterion) ? current.direction : null;
  return { direction, onClick: () => onSort(nextOrder(current, criterion)) };
}

function NoTable() {
  return (
    <p className="empty">
      This response has no list. Select a connection, such as <code>tags</code>, to see a table.
    </p>
  );
}
