import { formatDateTime } from "../format.ts";
import { blankComments } from "../query/build/text.ts";
import type { HistoryEntry, QueryHistory } from "./history.ts";

interface HistoryPanelProps {
  readonly history: QueryHistory;
  readonly onOpen: (entry: HistoryEntry) => void;
}

export function HistoryPanel({ history: { entries, clear }, onOpen }: HistoryPanelProps) {
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
            <button type="button" onClick={() => onOpen(entry)}>
              <span className="history-title">{entry.title}</span>
              <time className="muted">{formatDateTime(entry.ranAt)}</time>
              <code>{toOneLine(entry.query)}</code>
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
