import { useEffect } from "react";
import { focusFirst } from "../../focus.ts";
import { NoticeList } from "../notices/notice-list.tsx";
import type { RowFile } from "./use-row-file.ts";

export function FileBar({
  file: { name, count, end },
  onStop,
}: {
  readonly file: RowFile;
  readonly onStop: () => void;
}) {
  // The button that stopped it is gone then.
  useEffect(() => {
    if (end) focusFirst(document.querySelector(".table-panel .menu button"));
  }, [end]);
  return (
    <div className="notices">
      {end === null && (
        <p className="notice is-done row">
          <span className="fill">
            {name}: {count}
          </span>
          <button type="button" onClick={onStop}>
            Stop
          </button>
        </p>
      )}
      <div role="status">{end && <NoticeList notices={end} />}</div>
    </div>
  );
}
