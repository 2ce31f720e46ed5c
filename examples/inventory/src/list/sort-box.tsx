import { useId } from "react";
import type { RecordColumn } from "./record-table.tsx";

interface SortBoxProps<Node> {
  readonly columns: readonly RecordColumn<Node>[];
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
}

/** Chooses a list's order on pages too narrow for the headers of all columns. */
export function SortBox<Node>({ columns, sort, onSort }: SortBoxProps<Node>) {
  const id = useId();
  return (
    <span className="sort-box">
      <label htmlFor={id}>Order</label>
      <select
        id={id}
        value={sort ?? ""}
        onChange={({ target }) => onSort(target.value === "" ? undefined : target.value)}
      >
        <option value="">as in the registry</option>
        {columns
          .filter(({ isSortable }) => isSortable)
          .flatMap((column) => [
            <option key={column.id} value={column.id}>
              {column.header} ↑
            </option>,
            <option key={`-${column.id}`} value={`-${column.id}`}>
              {column.header} ↓
            </option>,
          ])}
      </select>
    </span>
  );
}
