import { formatDateTime } from "../../format.ts";
import { cellToAddress, cellToText, cellToTime } from "../table/cells.ts";
import type { TableColumn } from "../table/columns.ts";

export function TableCell({
  column,
  cell,
  imageOrigins,
  onFollow,
}: {
  readonly column: TableColumn;
  readonly cell: unknown;
  /** The origins to load images from; empty until the user asks for images. */
  readonly imageOrigins: readonly string[];
  readonly onFollow: (() => void) | null;
}) {
  if (onFollow !== null) {
    return (
      <button type="button" className="link" title={`Show ${column.label}`} onClick={onFollow}>
        {cellToText(cell)}
      </button>
    );
  }
  if (cell === null || cell === undefined) return <span className="cell-none">–</span>;
  if (typeof cell === "boolean") {
    return <span className={cell ? "cell-yes" : "cell-no"}>{cell ? "yes" : "no"}</span>;
  }
  const time = cellToTime(cell, column.name);
  if (time) {
    return (
      <time dateTime={time.toISOString()} title={String(cell)}>
        {formatDateTime(time)}
      </time>
    );
  }
  const address = cellToAddress(cell);
  if (address === null) {
    const text = cellToText(cell);
    return isCode(text) ? <code title={text}>{text}</code> : <span title={text}>{text}</span>;
  }
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {imageOrigins.includes(address.origin) ? (
        <img src={address.href} alt={column.label} loading="lazy" referrerPolicy="no-referrer" />
      ) : (
        shorten(address)
      )}
    </a>
  );
}

/** Groups of hexadecimal digits, which people compare character by character. */
function isCode(text: string): boolean {
  return text.length >= 8 && /^[0-9A-F]+(?:[-:][0-9A-F]+)*$/i.test(text) && /\d/.test(text);
}

function shorten({ host, pathname }: URL): string {
  const file = pathname.split("/").filter(Boolean).at(-1);
  return file ? `${host}/…/${file}` : host;
}
