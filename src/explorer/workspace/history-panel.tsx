import { formatDateTime } from "../format.ts";
import { blankComments } from "../query/build/text.ts";
import type { HistoryEntry } from "./history.ts";

export function HistoryPanel({
  history: { entries, clear },
  onOpen,
}: {
  readonly history: { readonly entries: readonly HistoryEntry[]; readonly clear: () => void };
  readonly onOpen: (entry: HistoryEntry) => void;
}) {
  if (entries.length === 0) {
    return (
      <p className="hint">
        Queries that you run are listed here. Their responses and your key are not stored.
      </p>
    );
  }
  return (
    <div className="history">
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.query}\n${entry.variables}`}>
            <button type="button" className="quiet" onClick={() => onOpen(entry)}>
              <span>{entry.title}</span>
              <time className="muted small">{formatDateTime(new Date(entry.ranAt))}</time>
              <code className="cut muted">{toOneLine(entry.query)}</code>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="link" onClick={clear}>
        Clear the history
      </button>
    </div>
  );
}

function toOneLine(query: string): string {
  return blankComments(query).replace(/\s+/g, " ").trim().slice(0, 120);
}
