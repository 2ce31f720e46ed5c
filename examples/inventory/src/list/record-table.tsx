import {
  createColumnHelper,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { Boundary } from "../parts/boundary.tsx";
import { FailureLine } from "../parts/failure-view.tsx";

/** A row of a list: a record, or why it could not be read. */
export interface ListRow<Node> {
  readonly id: string;
  readonly node: Node | null;
  readonly failure?: unknown;
}

/** A column of a list. */
export interface RecordColumn<Node> {
  readonly id: string;
  readonly header: string;
  readonly isSortable: boolean;
  /** The smallest device whose pages have room for the column. */
  readonly room: "phone" | "tablet" | "desktop";
  readonly cell: (node: Node) => ReactNode;
}

interface RecordTableProps<Node> {
  readonly caption: string;
  readonly columns: readonly RecordColumn<Node>[];
  /** Undefined while they are being read. */
  readonly rows: readonly ListRow<Node>[] | undefined;
  /** The column that orders the list, with `-` before it for descending. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly isBusy: boolean;
}

const features = tableFeatures({ rowSortingFeature });

/** A page of a list, as a table. The gateway orders and pages the list, so the table only has the rows of one page. */
export function RecordTable<Node>(props: RecordTableProps<Node>) {
  const { caption, rows, sort, onSort, isBusy } = props;
  const columns = useColumns(props.columns);
  const sorting = useMemo(() => readSorting(sort), [sort]);
  const table = useTable({
    features,
    columns,
    data: (rows ?? noRows) as readonly ListRow<unknown>[] as ListRow<unknown>[],
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSortingRemoval: true,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (update) =>
      onSort(writeSorting(typeof update === "function" ? update(sorting) : update)),
  });
  const widths = new Map(props.columns.map(({ id, room }) => [id, `from-${room}`]));
  return (
    <table className="records" aria-busy={isBusy}>
      <caption className="unseen">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map(({ id, headers }) => (
          <tr key={id}>
            {headers.map(({ column, id: header }) => (
              <th
                key={header}
                scope="col"
                className={widths.get(column.id)}
                aria-sort={toAriaSort(column.getIsSorted())}
              >
                {column.getCanSort() ? (
                  <button type="button" onClick={column.getToggleSortingHandler()}>
                    <span>{String(column.columnDef.header)}</span>
                  </button>
                ) : (
                  String(column.columnDef.header)
                )}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {rows === undefined && <Skeleton columns={props.columns} />}
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            <Boundary
              of={row.original}
              fallback={(failure) => <UnreadableRow failure={failure} span={columns.length} />}
            >
              {row.original.node === null ? (
                <UnreadableRow failure={row.original.failure} span={columns.length} />
              ) : (
                row.getAllCells().map((cell) => (
                  <td key={cell.id} className={widths.get(cell.column.id)}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))
              )}
            </Boundary>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const noRows: readonly ListRow<unknown>[] = [];

function useColumns<Node>(columns: readonly RecordColumn<Node>[]) {
  return useMemo(() => {
    const helper = createColumnHelper<typeof features, ListRow<unknown>>();
    return columns.map(({ id, header, isSortable, cell }) =>
      helper.accessor(({ node }) => node, {
        id,
        header,
        enableSorting: isSortable,
        cell: (context) => cell(context.getValue() as Node),
      }),
    );
  }, [columns]);
}

function UnreadableRow({ failure, span }: { readonly failure: unknown; readonly span: number }) {
  return (
    <td colSpan={span} className="unreadable">
      This record could not be read. <FailureLine failure={failure} />
    </td>
  );
}

function Skeleton<Node>({ columns }: { readonly columns: readonly RecordColumn<Node>[] }) {
  return Array.from({ length: 8 }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
    <tr key={at} className="skeleton">
      {columns.map(({ id, room }) => (
        <td key={id} className={`from-${room}`}>
          <span />
        </td>
      ))}
    </tr>
  ));
}

function readSorting(sort: string | undefined): SortingState {
  if (sort === undefined) return [];
  const desc = sort.startsWith("-");
  return [{ id: desc ? sort.slice(1) : sort, desc }];
}

function writeSorting([first]: SortingState): string | undefined {
  return first && (first.desc ? `-${first.id}` : first.id);
}

function toAriaSort(sorted: false | "asc" | "desc") {
  if (sorted === false) return undefined;
  return sorted === "asc" ? "ascending" : "descending";
}
